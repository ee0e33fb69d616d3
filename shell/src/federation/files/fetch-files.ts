import { buildBase, type RemoteRelease } from '@adsite/remote'

/** What a visit to a screen needs of a build, as its release names them: entry, declaration, and the files of the screen. */
function filesOf(release: RemoteRelease, screen: string | undefined): readonly { href: string; sha384: string }[] {
  const { entry, preload = [], screens = {} } = release.manifest
  const own = screen !== undefined && Object.hasOwn(screens, screen) ? screens[screen] : []
  return [entry, ...preload, ...(own ?? [])].flatMap((file) => {
    const sha384 = release.files[file]?.sha384
    return sha384 === undefined ? [] : [{ href: buildBase(release) + file, sha384 }]
  })
}

/**
 * Requests the files of a build for one of its screens at once and without running them; each script would otherwise ask for
 * the next. Does nothing for files that the page has requested before.
 */
export function fetchFiles(release: RemoteRelease, screen?: string): void {
  for (const { href, sha384 } of filesOf(release, screen)) {
    if (document.head.querySelector(`link[rel=preload][href="${href}"]`)) continue
    const link = document.createElement('link')
    const as = href.endsWith('.css') ? 'style' : 'script'
    const attributes = { rel: 'preload', as, href, crossorigin: 'anonymous', integrity: `sha384-${sha384}` }
    for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value)
    document.head.append(link)
  }
}

/**
 * Puts the same files into the browser's cache for a later visit, one after the other so that calls of the page are not held up.
 * Rejects with the first one that cannot be had; no build is judged by it.
 */
export async function cacheFiles(release: RemoteRelease, screen?: string): Promise<void> {
  for (const { href } of filesOf(release, screen)) {
    const answer = await fetch(href, { priority: 'low' })
    await answer.arrayBuffer()
  }
}
