import { packageOf } from './build-id.ts'
import { callsOf } from './calls-of.ts'
import { ownerOf } from './source-maps.ts'
import webpack, { type Compilation, type Compiler, type Dependency } from 'webpack'

const name = 'ManifestPlugin'

interface ImportSpecifier extends Dependency {
  readonly request: string
  readonly ids: readonly string[]
}

/** What the build imports, excluding dead code. Must run after tree shaking and before module concatenation, while each import is still separate. */
function usedImports({ modules, moduleGraph }: Compilation): ImportSpecifier[] {
  return [...modules].flatMap((module) => {
    if (moduleGraph.getUsedExports(module, undefined) === false) return []
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the types of webpack do not export its kinds of dependencies; `type` tells them apart below
    return (module.dependencies as ImportSpecifier[]).filter(
      (dependency) =>
        dependency.type === 'harmony import specifier' && moduleGraph.getConnection(dependency)?.isActive(undefined) !== false,
    )
  })
}

/** The package of the module that an import leads to; null for webpack's own modules. */
function packageBehind({ moduleGraph }: Compilation, dependency: Dependency): string | null {
  const place = moduleGraph.getModule(dependency)?.nameForCondition()
  return place === null || place === undefined ? null : ownerOf(place)
}

/** The calls of the API that the build refers to: what is imported of the contract, by its own modules too. */
function usedCalls(compilation: Compilation, imports: readonly ImportSpecifier[]): string[] {
  const ofContract = imports.filter((dependency) => packageBehind(compilation, dependency) === '@adsite/contract')
  return callsOf(ofContract.map(({ ids }) => ids))
}

/** The names the build imports from each shared module. */
function takenNames(imports: readonly ImportSpecifier[], shared: ReadonlySet<string>): Record<string, string[]> {
  const taken = new Map<string, Set<string>>()
  for (const { request, ids } of imports) {
    if (!shared.has(request)) continue
    const names = taken.get(request) ?? new Set<string>()
    taken.set(request, names.add(ids[0] ?? '*'))
  }
  return Object.fromEntries([...taken].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, names]) => [key, [...names].toSorted()]))
}

/** Modules that the build brings itself although it takes others of their packages from the shell: a second copy of the library. */
function ownCopies(compilation: Compilation, imports: readonly ImportSpecifier[], shared: ReadonlySet<string>): string[] {
  // Packages of the site are made of parts that each unit has for itself.
  const packages = new Set([...shared].map(packageOf).filter((name) => !name.startsWith('@adsite/')))
  const own = imports.filter((dependency) => {
    const name = packageOf(dependency.request)
    // An alias may lead elsewhere, as that of the development build for React's development runtime.
    return packages.has(name) && !shared.has(dependency.request) && packageBehind(compilation, dependency) === name
  })
  return [...new Set(own.map(({ request }) => request))].toSorted()
}

/** Facts about a finished build. */
export interface Built {
  /** Modules of shared packages that no shell shares, and that the build has its own copy of. */
  readonly ownCopies: readonly string[]
  /** The names it imports from each shared module. */
  readonly taken: Readonly<Record<string, readonly string[]>>
  /** The calls of the API that it refers to: `GET /api/campaign`. */
  readonly calls: readonly string[]
  /**
   * The scripts and styles loaded for a named chunk, including those shared with other chunks.
   * @throws if there is no such chunk
   */
  readonly filesOf: (chunk: string) => string[]
  /** The scripts and styles loaded for an import written as `import('./Screen.tsx')`; none if no module has it. */
  readonly filesOfImport: (request: string) => string[]
}

/** Without source maps. */
const loadedFiles = (files: readonly string[]) => [...new Set(files)].filter((file) => /\.(?:js|css)$/u.test(file))

function filesOf(compilation: Compilation, chunk: string): string[] {
  const group = compilation.namedChunkGroups.get(chunk)
  if (!group) throw new Error(`The build has no chunk "${chunk}"`)
  return loadedFiles(group.getFiles())
}

function filesOfImport({ modules, chunkGraph }: Compilation, request: string): string[] {
  const blocks = [...modules].flatMap((module) => module.blocks.filter((block) => block.request === request))
  return loadedFiles(blocks.flatMap((block) => chunkGraph.getBlockChunkGroup(block)?.getFiles() ?? []))
}

/** Writes manifest.json with the result of `make`. */
export class ManifestPlugin {
  readonly make: (built: Built) => object
  readonly shared: ReadonlySet<string>

  constructor(shared: readonly string[], make: ManifestPlugin['make']) {
    this.shared = new Set(shared)
    this.make = make
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      let found: Pick<Built, 'taken' | 'calls' | 'ownCopies'> = { taken: {}, calls: [], ownCopies: [] }
      compilation.hooks.afterOptimizeDependencies.tap(name, () => {
        const imports = usedImports(compilation)
        found = {
          taken: takenNames(imports, this.shared),
          calls: usedCalls(compilation, imports),
          ownCopies: ownCopies(compilation, imports, this.shared),
        }
      })
      compilation.hooks.processAssets.tap({ name, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT }, () => {
        try {
          compilation.emitAsset(
            'manifest.json',
            new webpack.sources.RawSource(
              `${JSON.stringify(
                this.make({
                  ...found,
                  filesOf: (chunk) => filesOf(compilation, chunk),
                  filesOfImport: (request) => filesOfImport(compilation, request),
                }),
                null,
                2,
              )}\n`,
            ),
          )
        } catch (error) {
          compilation.errors.push(new webpack.WebpackError(error instanceof Error ? error.message : String(error)))
        }
      })
    })
  }
}
