import { remoteContract, shellContract, type RemoteManifest, type Shares, type ShellManifest } from '@adsite/remote/release-format'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promote } from '../move/promote.ts'
import { publish, type Published } from '../actions/publish.ts'
import { openRegistry, registryOn, type Registry } from '../registry/registry.ts'
import { storageReadOnly, type Storage } from '../registry/storage.ts'

export { verbs as networkVerbs } from '../access/verbs.ts'

/** A folder for one test with a registry and room for builds. */
export interface Workbench {
  readonly directory: string
  readonly registry: Registry
  /** Where the registry stores a key of these parts. */
  stored(...key: string[]): string
  /** Writes a remote's build as its tool would and returns the directory; `files` replaces or adds files, null omits one. */
  writeRemote(
    unit: string,
    build: string,
    change?: { manifest?: Partial<RemoteManifest>; files?: Record<string, string | null> },
  ): Promise<string>
  writeShell(build: string, change?: { manifest?: Partial<ShellManifest>; files?: Record<string, string | null> }): Promise<string>
  publish(unit: string, from: string, channel?: string): Promise<Published>
  /** Writes, publishes and promotes a plain build. */
  release(unit: string, build: string): Promise<void>
  remove(): Promise<void>
}

/** Shared modules for a test, all of one version. */
export function sharing(names: Record<string, string[]>): Shares {
  return Object.fromEntries(Object.entries(names).map(([module, taken]) => [module, { version: '1.0.0', names: taken }]))
}

/** A script of 40 kB that hardly compresses, in which a build has its name. */
export function longScript(build: string): string {
  const lines = Array.from({ length: 1000 }, (_, line) => createHash('sha256').update(`line ${line}`).digest('base64'))
  return `globalThis.build = '${build}'\n// ${lines.join('\n// ')}\n`
}

export const pageTemplate = `<!doctype html><html><head><!--PRELOADS--><style nonce="__NONCE__">body{margin:0}</style>
<script defer src="__SHELL_BASE__main.js"></script></head><body><!--POINTERS--><!--SETTINGS--><div id="root" data-nonce="__NONCE__"></div><!--ANSWERS--></body></html>`

/** A registry that answers every write as a store does that allows reading alone. */
export function openReadOnly({ storage, keys }: Registry): Registry {
  const refused = () => Promise.reject(storageReadOnly(storage.location))
  return registryOn({ ...storage, create: refused, compareAndSwap: refused, remove: refused }, keys)
}

/** On the given storage, or in a directory. */
export async function openWorkbench(storage?: Storage): Promise<Workbench> {
  const directory = await mkdtemp(join(tmpdir(), 'adsite-release-'))
  const local = openRegistry(join(directory, 'registry'))
  const registry = storage ? registryOn(storage, local.keys) : local
  let builds = 0

  async function writeBuild(files: Record<string, string | null>): Promise<string> {
    const target = join(directory, `build-${++builds}`)
    for (const [path, text] of Object.entries(files)) {
      if (text === null) continue
      await mkdir(dirname(join(target, path)), { recursive: true })
      await writeFile(join(target, path), text)
    }
    return target
  }

  const bench: Workbench = {
    directory,
    registry,
    stored: (...key) => join(directory, 'registry', ...key),
    writeRemote(unit, build, { manifest = {}, files = {} } = {}) {
      const full: RemoteManifest = {
        area: unit,
        build,
        title: { ja: unit, en: unit },
        icon: 'M0 0h24v24z',
        federationName: `${unit}_${build.replaceAll(/[^0-9a-z]/g, '_')}`,
        entry: 'remoteEntry.js',
        contract: remoteContract,
        routes: [{ name: `${unit}.home`, path: `/${unit}/home`, permission: `${unit}.read`, title: { ja: 'ホーム', en: 'Home' } }],
        shares: sharing({ react: ['*'], jotai: ['atom'] }),
        ...manifest,
      }
      const code = `var ${unit} = ${JSON.stringify(`${build} `.repeat(200))}\n`
      return writeBuild({
        'manifest.json': JSON.stringify(full),
        'remoteEntry.js': code,
        'css/main.css': 'p{color:red}',
        'icon.svg': '<svg/>',
        ...files,
      })
    },
    writeShell(build, { manifest = {}, files = {} } = {}) {
      const full: ShellManifest = {
        build,
        contract: shellContract,
        entry: 'main.js',
        shares: sharing({ react: ['*'], jotai: ['atom', 'useAtom'] }),
        ...manifest,
      }
      return writeBuild({
        'manifest.json': JSON.stringify(full),
        'index.html': pageTemplate,
        'main.js': `start(${JSON.stringify(build)})`,
        ...files,
      })
    },
    publish: (unit, from, channel = 'stable') => publish(registry, { unit, from, channel, commit: null, buildCommand: `build ${unit}` }),
    async release(unit, build) {
      const from = unit === 'shell' ? await bench.writeShell(build) : await bench.writeRemote(unit, build)
      await bench.publish(unit, from)
      await promote(registry, { unit, build, channel: 'stable', who: 'fixture', why: null })
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  }
  return bench
}
