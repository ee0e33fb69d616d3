import { buildBase, type RemoteManifest, type RemoteRelease } from '@adsite/remote'

/** An entry that does not arrive within this many milliseconds counts as dead (spec/platform "Load order"). */
const timeLimit = 8000

export class EntryTimeout extends Error {
  override readonly name = 'EntryTimeout'
}

/**
 * Executes the entry script of a build, pinned by hash so that modified code never runs. Rejects if it is
 * missing, hangs, or does not define what the manifest declares.
 */
export function runEntry(release: RemoteRelease, attempt: number): Promise<void> {
  const { files, manifest } = release
  // The browser may have cached a broken response under the plain URL.
  const source = `${buildBase(release)}${manifest.entry}${attempt > 0 ? `?attempt=${Date.now()}` : ''}`
  return runScript(source, manifest, `sha384-${files[manifest.entry]?.sha384 ?? ''}`)
}

/** Executes the entry script of a development build; unreleased, so there is no hash to check. */
export function runServedEntry(origin: string, manifest: RemoteManifest): Promise<void> {
  return runScript(`${origin}/${manifest.entry}`, manifest, '')
}

function runScript(source: string, { entry, federationName }: RemoteManifest, integrity: string): Promise<void> {
  if (federationName in globalThis) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.integrity = integrity
    script.crossOrigin = 'anonymous'
    script.async = true
    const end = (fault: Error | null) => {
      clearTimeout(timer)
      script.remove()
      if (fault === null) resolve()
      else reject(fault)
    }
    const timer = setTimeout(() => end(new EntryTimeout(`${entry} did not arrive within ${timeLimit / 1000} s`)), timeLimit)
    script.addEventListener('error', () => end(new Error(`${entry} is missing or is not what was released`)))
    script.addEventListener('load', () =>
      end(federationName in globalThis ? null : new Error(`${entry} does not define ${federationName}`)),
    )
    document.head.append(script)
  })
}
