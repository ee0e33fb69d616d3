// pnpm dev AREA: runs one remote with fast refresh inside the real shell, for the developer's own browser
// (docs/developing.md).
import { join } from 'node:path'
import { developRemote } from '@adsite/remote/webpack'
import { areasOf, root } from './remotes.ts'

const areas = areasOf(root)
/** First port of the development servers; each area has its own, so that several can run at once. */
const firstPort = 9100

const [area, ...options] = process.argv.slice(2)
if (area === '--help') {
  process.stdout.write(
    `pnpm dev AREA, or pnpm dev:AREA: run one area from its sources. See pnpm dev AREA --help.\n\nAreas: ${areas.join(', ')}\n`,
  )
} else if (area === undefined || !areas.includes(area)) {
  const found = area === undefined || area.startsWith('-') ? 'Name an area first' : `There is no area "${area}"`
  process.stderr.write(`${found}: the areas are ${areas.join(', ')}.\nSee pnpm dev --help.\n`)
  process.exitCode = 2
} else {
  const port = firstPort + areas.indexOf(area)
  await developRemote(join(root, `remote-${area}`), options, { command: `pnpm dev:${area}`, port })
}
