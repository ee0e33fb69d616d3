import webpack, { type Compilation, type Compiler, type Dependency } from 'webpack'

const name = 'ManifestPlugin'

interface ImportSpecifier extends Dependency {
  readonly request: string
  readonly ids: readonly string[]
}

/**
 * The names the build imports from each shared module, excluding dead code. Must run after tree shaking and
 * before module concatenation, while each import is still separate.
 */
function takenNames(compilation: Compilation, shared: ReadonlySet<string>): Record<string, string[]> {
  const taken = new Map<string, Set<string>>()
  for (const module of compilation.modules) {
    if (compilation.moduleGraph.getUsedExports(module, undefined) === false) continue
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the types of webpack do not export its kinds of dependencies; `type` tells them apart below
    for (const dependency of module.dependencies as ImportSpecifier[]) {
      if (dependency.type !== 'harmony import specifier' || !shared.has(dependency.request)) continue
      if (compilation.moduleGraph.getConnection(dependency)?.isActive(undefined) === false) continue
      const names = taken.get(dependency.request) ?? new Set<string>()
      taken.set(dependency.request, names.add(dependency.ids[0] ?? '*'))
    }
  }
  return Object.fromEntries([...taken].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, names]) => [key, [...names].toSorted()]))
}

/** Facts about a finished build. */
export interface Built {
  /** The names it imports from each shared module. */
  readonly taken: Readonly<Record<string, readonly string[]>>
  /**
   * The scripts loaded for a named chunk, including those shared with other chunks.
   * @throws if there is no such chunk
   */
  readonly scriptsOf: (chunk: string) => string[]
}

function scriptsOf(compilation: Compilation, chunk: string): string[] {
  const group = compilation.namedChunkGroups.get(chunk)
  if (!group) throw new Error(`The build has no chunk "${chunk}"`)
  return group.getFiles().filter((file) => file.endsWith('.js'))
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
      let taken: Record<string, string[]> = {}
      compilation.hooks.afterOptimizeDependencies.tap(name, () => {
        taken = takenNames(compilation, this.shared)
      })
      compilation.hooks.processAssets.tap({ name, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT }, () => {
        try {
          compilation.emitAsset(
            'manifest.json',
            new webpack.sources.RawSource(
              `${JSON.stringify(this.make({ taken, scriptsOf: (chunk) => scriptsOf(compilation, chunk) }), null, 2)}\n`,
            ),
          )
        } catch (error) {
          compilation.errors.push(new webpack.WebpackError(error instanceof Error ? error.message : String(error)))
        }
      })
    })
  }
}
