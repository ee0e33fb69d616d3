import type { AnyResource, Role, Text } from '@adsite/contract'
import type { Language } from '@adsite/i18n'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { FakeApi, openScreen } from './screen.tsx'

/** Properties that every record has in addition to its fields. */
export const stamps = {
  version: 1,
  created_by: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_by: null,
  updated_at: null,
  deleted_by: null,
  deleted_at: null,
  refs: {},
  blocked: {},
}

/** Matches a button by its label: antd inserts a space between two Chinese characters, and in jsdom its spinner's animation never ends. */
export function buttonNamed(label: string): (shown: string) => boolean {
  const plain = (text: string) => text.replaceAll(/\s/gu, '')
  return (shown) => plain(shown.replace(/^loading ?/u, '')) === plain(label)
}

/** User actions on a screen, in the screen's language. */
export interface Hands {
  readonly language: Language
  /** Types into the input of a field. */
  readonly type: (resource: AnyResource, field: string, value: string) => Promise<void>
  /** Clicks a button; `within`: one inside an overlay. */
  readonly press: (label: Text, within?: 'dialog') => Promise<void>
  readonly submit: () => void
}

function handsIn(language: Language): Hands {
  return {
    language,
    async type(resource, field, value) {
      const label = resource.fields[field]!.label[language]
      const [box] = await screen.findAllByRole('textbox', { name: new RegExp(`^${label}( |$)`, 'u') })
      fireEvent.focus(box!)
      fireEvent.change(box!, { target: { value } })
      fireEvent.blur(box!)
    },
    async press(label, where) {
      const place = where ? within(await screen.findByRole(where)) : screen
      fireEvent.click(await place.findByRole('button', { name: buttonNamed(label[language]) }))
    },
    submit: () => void fireEvent.submit(document.querySelector('form')!),
  }
}

/** A user task and its success message (spec/texts "Success messages"). */
export interface Success {
  readonly says: Text
  /** The only write it makes, and the status of the response. */
  readonly write: readonly [call: string, status: 201 | 204]
  /** The route of the screen, and the URL to open. */
  readonly path: string
  readonly at: string
  readonly screen: ReactNode
  /** Responses by path; other paths return 404. */
  readonly reads: Readonly<Record<string, object>>
  readonly act: (hands: Hands) => Promise<void>
}

/** Declares a test for each task and language, on a screen of the area with these routes. */
export function testSuccesses(
  area: { readonly routes: readonly { readonly name: string; readonly path: string }[] },
  cases: Readonly<Record<string, Success>>,
  role: Role,
): void {
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
  const routes = Object.fromEntries(area.routes.map(({ name, path }) => [name, path]))
  const lines = Object.entries(cases).flatMap(([what, one]) => (['ja', 'en'] as const).map((language) => ({ what, language, one })))
  test.each(lines)('$what, said in $language', async ({ language, one }) => {
    const api = new FakeApi()
    for (const [read, body] of Object.entries(one.reads)) api.on(`GET ${read}`, { status: 200, body })
    const [call, status] = one.write
    api.on(call, { status, body: { data: { id: 6 } } })
    const elsewhere = Object.values(routes).filter((other) => other !== one.path)
    const screens = { [one.path]: one.screen, ...Object.fromEntries(elsewhere.map((other) => [other, null])) }
    const { alerts } = await openScreen(screens, one.at, { api, language, routes, role })
    await one.act(handsIn(language))
    await waitFor(() => expect(alerts).toContainEqual({ type: 'success', messages: [one.says[language]] }))
    expect(api.of(call)).toHaveLength(1)
  })
}
