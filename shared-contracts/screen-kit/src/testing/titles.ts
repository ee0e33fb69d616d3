import type { Text } from '@adsite/contract'
import { cleanup, screen } from '@testing-library/react'
import { createElement, type ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubDevice } from './device.ts'
import { FakeApi, openScreen } from './screen.tsx'

interface Titled {
  readonly name: string
  readonly path: string
  readonly title: Text
  readonly screen: () => Promise<{ readonly default: ComponentType }>
}

/**
 * Declares a test for each page of an area and each language: the heading equals the route's title, which is
 * also used in tab, menu and breadcrumb. A record's page is titled with its name.
 */
export function testTitles({ routes }: { readonly routes: readonly Titled[] }): void {
  beforeEach(stubDevice)
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
  const addresses = Object.fromEntries(routes.map(({ name, path }) => [name, path]))
  const pages = routes.filter(({ path }) => !path.includes(':'))
  const cases = pages.flatMap((route) => (['ja', 'en'] as const).map((language) => ({ route, language, path: route.path })))
  test.each(cases)('$path is headed as its tab, its menu and its crumb call it ($language)', async ({ route, language }) => {
    const { default: Screen } = await route.screen()
    await openScreen({ [route.path]: createElement(Screen) }, route.path, { api: new FakeApi(), language, routes: addresses })
    // The router heads a screen that cannot be drawn with these words, and its reason.
    const failed = 'Unexpected Application Error!'
    const heading = await screen.findByRole('heading', { name: (name, { tagName }) => tagName === 'H1' || name === failed })
    const reason = heading.textContent === failed ? screen.getByRole('heading', { level: 3 }).textContent : ''
    expect(heading.textContent, `the screen of ${route.name} ${reason}`).toBe(route.title[language])
    expect(document.title).toBe(route.title[language])
  })
}
