import { chromium } from '@playwright/test'
import type { BenchContext } from '../benches.ts'
import type { Figure } from '../figure.ts'
import { buildBarePages } from './bare-pages.ts'
import { startBuiltSite } from './built-site.ts'
import { chromiumPath } from './chromium-path.ts'
import { startFront } from './front.ts'
import { measurePages, signedIn } from './pages-bench.ts'
import { measureEntries, measurePointers, measureSwaps } from './releases-bench.ts'

/** A page takes seconds: more runs than this tell nothing new. Of the slow ones fewer still. */
const most = { plain: 9, slow: 3, swaps: 5 }

/** DESIGN "Speed to reach": the built site behind HTTP/2, in a real Chromium with an empty cache, beside bare pages of the same dependencies. */
export async function loading({ runs, progress }: BenchContext): Promise<Figure[]> {
  progress('bare pages, a site and a browser')
  const front = await startFront(await buildBarePages())
  const site = await startBuiltSite(front.url)
  front.to(site.port)
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  const figures: Figure[] = []
  try {
    const state = await signedIn(browser, front.url)
    for (const speed of ['plain', 'slow'] as const) {
      progress(`pages, ${speed}`)
      figures.push(...(await measurePages(browser, front.url, state, speed, Math.min(runs, most[speed]))))
    }
    progress('entries of the areas')
    figures.push(...(await measureEntries()))
    progress('swaps and rollbacks in ten open pages')
    figures.push(...(await measureSwaps(browser, front.url, site, state, Math.min(runs, most.swaps))))
    progress('reads of the pointers')
    figures.push(...(await measurePointers(site)))
    return figures
  } finally {
    await browser.close()
    await site.close()
    await front.close()
  }
}
