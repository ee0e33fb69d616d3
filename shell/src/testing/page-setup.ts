import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { BrowserPage } from './browser-page.tsx'
import { samplePointers } from './sample-pointers.ts'

// Tests of whole pages import this module, which mocks the federation for them: areas are known and never load.
const pointers = samplePointers()
vi.mock('../federation/index.ts', async (original) => ({
  ...(await original<object>()),
  usePointers: () => pointers,
  enterArea: () => new Promise(() => undefined),
}))

/** The page of the current test. */
export let page: BrowserPage

beforeAll(() => Promise.all([import('../layout/BaseLayout.tsx'), import('../layout/AccountDialog.tsx')]), 60_000)
beforeEach(() => {
  page = new BrowserPage()
})
afterEach(() => page.close())

export { address, heading, message, press, type } from './browser-page.tsx'
