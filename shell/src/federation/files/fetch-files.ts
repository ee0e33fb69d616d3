import { buildBase, type RemoteRelease } from '@adsite/remote'

/** What a visit to a screen needs of a build, as its release names them: entry, declaration, and the files of the screen. */
function filesOf({ manifest }: RemoteRelease, screen: string | undefined): readonly string[] {
  const screens = manifest.screens ?? {}
  const own = screen !== undefined && Object.hasOwn(screens, screen) ? screens[screen] : []
  return [manifest.entry, ...(manifest.preload ?? []), ...(own ?? [])]
}

/**
 * Requests the files of a build for one of its screens at once and without running them; each script would otherwise ask for
 * the next. Does nothing for files that the page has requested before.
 */
export function fetchFiles(release: RemoteRelease, screen?: string): void {
  for (const file of filesOf(release, screen)) {
    const href = buildBase(release) + file
    const hash = release.files[file]?.sha384
    if (hash === undefined || document.head.querySelector(`link[rel=preload][href="${href}"]`)) continue
    const link = document.createElement('link')
    const as = file.endsWith('.css') ? 'style' : 'script'
    const attributes = { rel: 'preload', as, href, crossorigin: 'anonymous', integrity: `sha384-${hash}` }
    for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value)
    document.head.append(link)
  }
}
