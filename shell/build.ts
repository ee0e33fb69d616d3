import { shellContract, type ShellManifest } from '@adsite/remote/release-format'
import { antdPath, namesOf, sharedAntd, sharedModules, sharedNames, sharedOnDemand } from '@adsite/remote/shared'
import { baseConfiguration, buildUnit, kitStyles, ManifestPlugin, readPackage, versionOf, type Built } from '@adsite/remote/webpack'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { antdModules, antdReplacements, antdRules, hasAntdStyles, insertStyles } from './src/antd/static-antd.ts'
import { earlyFrameTemplate, earlyRowsTemplate } from './src/early-frame/template.ts'
import { barePages, ownPages } from './src/own-pages.ts'
import webpack, { type Chunk, type Configuration } from 'webpack'

const folder = import.meta.dirname

type SplitChunks = Exclude<NonNullable<Configuration['optimization']>['splitChunks'], false | undefined>
type CacheGroup = Exclude<NonNullable<SplitChunks['cacheGroups']>[string], false | string | RegExp | ((...args: never[]) => unknown)>

/**
 * Source of `virtual:shares`: what the shell gives to remotes, made from the one list in @adsite/remote.
 * Only the listed names are imported, so that the shell's tree shaking stays whole.
 */
function sharesSource(): string {
  const imports: string[] = []
  const entries: string[] = []
  function addFetched(module: string, chunk: string, names: readonly string[]): void {
    const load = `import(/* webpackChunkName: "${chunk}", webpackExports: ${JSON.stringify(names)} */ '${module}')`
    entries.push(`'${module}': fetched(() => ${load}, '${versionOf(folder, module)}')`)
  }
  for (const [index, [module, names]] of Object.entries(sharedModules).entries()) {
    if (sharedOnDemand.has(module)) {
      addFetched(module, module, names)
      continue
    }
    if (names.includes('*')) {
      imports.push(`import * as m${index} from '${module}'`)
      entries.push(`'${module}': given(m${index}, '${versionOf(folder, module)}')`)
      continue
    }
    imports.push(`import { ${names.map((name) => `${name} as m${index}_${name}`).join(', ')} } from '${module}'`)
    const facade = names.map((name) => `${name}: m${index}_${name}`).join(', ')
    entries.push(`'${module}': given({ ${facade} }, '${versionOf(folder, module)}')`)
  }
  for (const [component, chunk] of Object.entries(sharedAntd)) {
    const module = antdPath(component)
    if (chunk === 'eager') {
      const local = `antd_${component.replaceAll('-', '_')}`
      imports.push(`import ${local} from '${module}'`)
      entries.push(`'${module}': given({ default: ${local} }, '${versionOf(folder, module)}')`)
    } else {
      addFetched(module, `antd-${chunk}`, ['default'])
    }
  }
  return `import { fetched, given } from './src/federation/share.ts'
${imports.join('\n')}
export const shares = {
${entries.join(',\n')}
}`
}

/** What is loaded when it is asked for. The login keeps its libraries: one file, one request (spec/design "Speed to reach"). */
const onDemand = (chunk: Chunk) => chunk.name !== 'login' && !chunk.canBeInitial()

/** One file of all that a chunk shares with others. */
function sharedBy(name: string): CacheGroup {
  return {
    type: /^javascript/u,
    test: (module, { chunkGraph }) => [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => chunk.name === name),
    chunks: onDemand,
    minChunks: 2,
    enforce: true,
  }
}

/** One file of antd's styles for all that named chunks need, or for what is left. */
function antdStyles(name: string, ofChunks?: readonly string[]): CacheGroup {
  return {
    type: 'css/mini-extract',
    test: (module, { chunkGraph }) =>
      hasAntdStyles(module) &&
      (!ofChunks || [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => ofChunks.includes(chunk.name ?? ''))),
    name,
    chunks: 'async',
    enforce: true,
  }
}

function configuration(build: string): Configuration {
  const base = baseConfiguration(folder, { insertStyles })
  const preloads = ({ filesOf }: Built): ShellManifest['preloads'] => {
    const of = (chunks: readonly string[]) => [...new Set(chunks.flatMap(filesOf))]
    const area = of(['base', 'federation'])
    return {
      area,
      list: of(['antd-list']).filter((file) => !area.includes(file)),
      pages: Object.fromEntries(Object.entries(ownPages).map(([page, chunks]) => [page, of(chunks)])),
    }
  }
  const { adsite: { owner, budget } = {} } = readPackage(folder)
  const css = (name: string) => readFileSync(join(folder, `src/early-frame/${name}.css`), 'utf8')
  const manifest = (built: Built): ShellManifest => ({
    build,
    ...(owner === undefined ? {} : { owner }),
    ...(budget && { budget }),
    contract: shellContract,
    entry: 'index.html',
    shares: Object.fromEntries(sharedNames.map((module) => [module, { version: versionOf(folder, module), names: namesOf(module) }])),
    pages: Object.keys(ownPages).filter((page) => page !== ''),
    pointers: 'brief',
    preloads: preloads(built),
    calls: [...built.calls],
  })
  return {
    ...base,
    entry: './src/main.tsx',
    output: { ...base.output, publicPath: 'auto', uniqueName: 'adsite_shell' },
    optimization: {
      ...base.optimization,
      // Few files: what the frame of every page shares comes in one, what lists share in another.
      splitChunks: {
        cacheGroups: {
          kitStyles,
          antdFrame: { ...antdStyles('antd-frame', ['base', 'federation']), priority: 20 },
          antdList: { ...antdStyles('antd', ['antd-list']), priority: 10 },
          antdMore: { ...antdStyles('antd-more'), priority: 5 },
          // Apart from the shell's own code, so that they stay in the caches of browsers when it changes.
          libraries: { test: /[\\/]node_modules[\\/]/u, name: 'libraries', chunks: 'initial', priority: -5 },
          frame: { ...sharedBy('base'), name: 'frame', priority: 20 },
          antd: { ...sharedBy('antd-list'), name: 'antd', priority: 10 },
          tools: { ...sharedBy('antd-tools'), name: 'tools', priority: 5 },
          default: { chunks: onDemand, minChunks: 2, priority: -20, reuseExistingChunk: true },
          defaultVendors: { test: /[\\/]node_modules[\\/]/u, chunks: onDemand, priority: -10, reuseExistingChunk: true },
        },
      },
    },
    module: { ...base.module, rules: [...(base.module?.rules ?? []), ...antdRules] },
    plugins: [
      ...(base.plugins ?? []),
      ...antdReplacements(),
      // The federation runtime does without Node's loader and manifests of its own, like in the remotes.
      new webpack.DefinePlugin({ ENV_TARGET: JSON.stringify('web'), FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true }),
      new webpack.experiments.schemes.VirtualUrlPlugin(
        { shares: { source: sharesSource, type: '.js', context: folder }, ...antdModules },
        'virtual',
      ),
      // The gateway puts the place of the build here when it serves the page.
      new HtmlWebpackPlugin({
        template: './src/index.html',
        templateParameters: (_compilation, _assets, { headTags }) => ({
          headTags,
          earlyFrame: earlyFrameTemplate({ frame: css('early-frame'), login: css('early-login') }, barePages),
          earlyRows: earlyRowsTemplate,
        }),
        publicPath: '__SHELL_BASE__',
        minify: false,
        inject: false,
      }),
      // What the shell loads later is pinned as well; the gateway pins what its page names.
      new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], hashLoading: 'lazy' }),
      new ManifestPlugin([], manifest),
    ],
  }
}

await buildUnit(folder, configuration)
