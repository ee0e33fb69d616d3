import { chromium } from '@playwright/test'
import type { BenchContext } from '../base/bench.ts'
import type { Figure } from '../base/figure.ts'
import { buildBarePages } from './bare-pages.ts'
import { startBuiltSite } from './built-site.ts'
import { chromiumPath } from './chromium-path.ts'
import { startFront } from './front.ts'
import { measureInteractions } from './interactions-bench.ts'
import { buildMonolith } from './monolith/build.ts'
import { isOfMonolith, serveMonolith } from './monolith/serve.ts'
import { measurePages, signedIn } from './pages-bench.ts'
import { measureEntries, measurePointers, measureSwaps } from './releases-bench.ts'

/** A page takes seconds, so further runs add nothing; slow ones are run even less. */
const most = { plain: 9, slow: 3, swaps: 5 }

/** spec/design "Speed to reach": the built site behind HTTP/2, in a real Chromium with an empty cache, beside bare pages of the same dependencies and a lazily split monolith of our own sources. */
export async function loading({ runs, progress }: BenchContext): Promise<Figure[]> {
  const open: { close(): Promise<void> }[] = []
  async function opened<T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> {
    const part = await opening
    open.push(part)
    return part
  }
  try {
    progress('bare pages, a monolith, a site and a browser')
    const built = await buildMonolith()
    const front = await opened(startFront(await buildBarePages()))
    const site = await opened(startBuiltSite(front.url))
    front.to(() => site)
    const monolithFront = await opened(startFront(new Map()))
    const monolith = await opened(serveMonolith(built, site.port))
    monolithFront.to((path, accept) => (isOfMonolith(path, accept) ? monolith : { port: site.port, origin: front.url }))
    // Certificates that are merely ignored keep files out of the browser's cache.
    const trusted = `--ignore-certificate-errors-spki-list=${front.key},${monolithFront.key}`
    const browser = await opened(chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', trusted] }))
    const sites = {
      ours: await signedIn(browser, front.url),
      monolith: await signedIn(browser, monolithFront.url).catch((error: Error) => {
        throw new Error(`The monolith does not come up: ${error.message}`, { cause: error })
      }),
    }
    const figures: Figure[] = []
    for (const speed of ['plain', 'slow'] as const) {
      progress(`pages, ${speed}`)
      figures.push(...(await measurePages(browser, sites, speed, Math.min(runs, most[speed]))))
    }
    progress('interactions, slow')
    figures.push(await measureInteractions(browser, sites.ours, Math.min(runs, most.slow)))
    progress('entries of the areas')
    figures.push(...(await measureEntries()))
    progress('swaps and rollbacks in ten open pages')
    figures.push(...(await measureSwaps(browser, sites.ours, site, Math.min(runs, most.swaps))))
    progress('reads of the pointers')
    figures.push(...(await measurePointers(site)))
    return figures
  } finally {
    for (const part of open.toReversed()) await part.close()
  }
}
