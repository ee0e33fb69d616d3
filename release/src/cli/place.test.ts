import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { layout } from '../registry/layout.ts'
import { openRegistry } from '../registry/registry.ts'
import { openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { refusalOf } from '../testing/moves.ts'
import { checkRegistry } from './place.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.remove())

it.each([layout.units, layout.channels, layout.loggedChannels, layout.tokens])(
  'a place with nothing but something in %s is a registry',
  async (folder) => {
    const place = join(bench.directory, 'place')
    const registry = openRegistry(place)
    await mkdir(join(place, folder), { recursive: true })
    expect(await refusalOf(checkRegistry(registry))).toMatchObject({ code: 'registry_unknown' })
    await mkdir(join(place, folder, 'something'))
    await expect(checkRegistry(registry)).resolves.toBeUndefined()
  },
)
