import { isIP } from 'node:net'
import { StartError } from '@adsite/api'

/** Names by which a browser on this machine reaches it. */
const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/**
 * Origins of the site's pages: SITE_URL, or this machine's names. Requests are never trusted for this, so a
 * public site has to be configured.
 */
export function ownOrigins(siteUrl: string | undefined, host: string, port: number): readonly string[] {
  if (siteUrl) {
    const url = URL.parse(siteUrl)
    if (url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search && !url.hash) return [url.origin]
    throw new StartError(`SITE_URL is "${siteUrl}": set it to the address that people type, as in SITE_URL=https://ads.example.`)
  }
  if (!isLoopback(host)) {
    throw new StartError(
      `HOST is "${host}", which others can reach: set SITE_URL to the address that people type, as in SITE_URL=https://ads.example, or leave HOST out.`,
    )
  }
  const own = isIP(host) === 4 && host !== '127.0.0.1' ? [...loopbackNames, host] : loopbackNames
  return own.map((name) => new URL(`http://${name}:${port}`).origin)
}
