import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { baseConfiguration, kitStyles } from '@adsite/remote/webpack'
import webpack, { type Chunk, type ChunkGraph, type Configuration, type StatsChunkGroup, type StatsCompilation } from 'webpack'

const compress = promisify(brotliCompress)
const root = join(import.meta.dirname, '..', '..', '..', '..')

/** Path below which the monolith's files are served. */
export const filesBase = '/m/'

export interface MonolithFile {
  readonly body: Buffer
  /** Whether `body` is compressed. */
  readonly br: boolean
  readonly etag: string
}

export interface Monolith {
  /** index.html with the marker `__NONCE__`, and with `<!--SETTINGS-->` and `<!--POINTERS-->` where the gateway inserts those. */
  readonly template: string
  /** Replaces the pointers: the script with the areas' tables. */
  readonly tables: string
  /** Address → file. */
  readonly files: ReadonlyMap<string, MonolithFile>
}

/** Source of `virtual:areas`: the declarations of all areas, whose screens become chunks of this build. */
function areasSource(folders: readonly string[]): string {
  const imports = folders.map(
    (folder, index) => `import { area as a${index} } from ${JSON.stringify(join(root, folder, 'src', 'area.ts'))}`,
  )
  return `${imports.join('\n')}\nglobalThis.adsiteAreas = [${folders.map((_, index) => `a${index}`).join(', ')}]`
}

/** The chunk of the areas' tables, as named in areas.ts. */
const areasChunk = 'areas'

type SplitChunks = Exclude<NonNullable<Configuration['optimization']>['splitChunks'], false | undefined>
type CacheGroup = Exclude<NonNullable<SplitChunks['cacheGroups']>[string], false | string | RegExp | ((...args: never[]) => unknown)>

/** The login is a separate chunk with its libraries, like in the shell; so are the areas' tables. */
const onDemand = (chunk: Chunk) => chunk.name !== 'login' && chunk.name !== areasChunk && !chunk.canBeInitial()

/** One chunk for modules that at least `minimum` of these chunks share. */
function sharedBy(minimum: number, isMeant: (chunk: Chunk, chunkGraph: ChunkGraph) => boolean): CacheGroup {
  return {
    type: /^javascript/u,
    test: (module, { chunkGraph }) =>
      [...chunkGraph.getModuleChunksIterable(module)].filter((chunk) => isMeant(chunk, chunkGraph)).length >= minimum,
    chunks: onDemand,
    minChunks: 2,
    enforce: true,
  }
}

const isList = (chunk: Chunk, chunkGraph: ChunkGraph) =>
  [...chunkGraph.getChunkRootModules(chunk)].some((module) => module.nameForCondition()?.endsWith('ListScreen.tsx'))

/**
 * The best of the splits that were tried: the shell's own files, plus one for what most of the roughly twenty
 * lists share. Without the latter a list needs twice as many files; with everything that many screens share, it
 * needs 60 kB more.
 */
const splitChunks: SplitChunks = {
  cacheGroups: {
    kitStyles,
    frame: { ...sharedBy(1, ({ name }) => name === 'base'), name: 'frame', priority: 20 },
    lists: { ...sharedBy(12, isList), name: 'lists', priority: 10 },
    defaultVendors: { test: /[\\/]node_modules[\\/]/u, chunks: onDemand, priority: -10, reuseExistingChunk: true },
  },
}

function configuration(folders: readonly string[], directory: string): Configuration {
  const folder = join(root, 'shell')
  const base = baseConfiguration(folder)
  return {
    ...base,
    entry: './src/main.tsx',
    output: { ...base.output, path: directory, publicPath: filesBase, uniqueName: 'adsite_monolith' },
    optimization: { ...base.optimization, splitChunks },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.NormalModuleReplacementPlugin(/^\.\/(?:load-area|pointers|beacons)\.ts$/u, (resource) => {
        if (resource.context === join(folder, 'src', 'federation')) resource.request = join(import.meta.dirname, 'areas.ts')
      }),
      new webpack.experiments.schemes.VirtualUrlPlugin(
        { areas: { source: () => areasSource(folders), type: '.js', context: folder } },
        'virtual',
      ),
    ],
  }
}

function run(configured: Configuration): Promise<StatsCompilation> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configured)
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error || !stats) return reject(error)
        if (!stats.hasErrors() && !stats.hasWarnings())
          return resolve(
            stats.toJson({
              all: false,
              entrypoints: true,
              chunkGroups: true,
              modules: true,
              nestedModules: true,
              modulesSpace: Infinity,
              nestedModulesSpace: Infinity,
            }),
          )
        reject(new Error(`The monolith does not build\n${stats.toString({ all: false, errors: true, warnings: true, colors: false })}`))
      })
    })
  })
}

/** What a page has to load before anything else, as html-webpack-plugin writes it into ours. */
function tagsOf(chunks: StatsChunkGroup | undefined): string {
  const tags = (chunks?.assets ?? []).map(({ name }) =>
    name.endsWith('.css')
      ? `<link href="${filesBase}${name}" rel="stylesheet">`
      : `<script defer="defer" src="${filesBase}${name}"></script>`,
  )
  return tags.join('')
}

/**
 * Builds our own sources as one application (spec/design "Speed to reach"): the shell's entry, with the screens
 * of all areas as lazy chunks, and without federation. Throws if any trace of federation remains.
 */
export async function buildMonolith(): Promise<Monolith> {
  const folders = globSync('remote-*/src/area.ts', { cwd: root })
    .map((file) => dirname(dirname(file)))
    .toSorted()
  const directory = await mkdtemp(join(tmpdir(), 'adsite-monolith-'))
  try {
    const { entrypoints, namedChunkGroups, modules } = await run(configuration(folders, directory))
    const left = modules?.find(({ name }) =>
      /node_modules\/@module-federation\/|federation\/(?:host|files\/.*|check\/.*)\.ts/u.test(name ?? ''),
    )
    if (left) throw new Error(`The monolith has federation in it: ${left.name}`)
    const files = new Map<string, MonolithFile>()
    for (const file of await readdir(directory)) {
      const body = await readFile(join(directory, file))
      const compressed = /\.(?:js|css)$/u.test(file) ? await compress(body) : null
      const hash = createHash('sha384').update(body).digest('base64')
      files.set(filesBase + file, { body: compressed ?? body, br: compressed !== null, etag: `W/"${hash.slice(0, 32)}"` })
    }
    const page = await readFile(join(root, 'shell', 'src', 'index.html'), 'utf8')
    const template = page
      .replaceAll(/<%.*?%>|<!--(?:PRELOADS|FRAME|ROWS).*?-->/gu, '')
      .replace('</head>', `${tagsOf(entrypoints?.main)}</head>`)
    return { template, tables: tagsOf(namedChunkGroups?.[areasChunk]), files }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
