import type { AnyResource, Role, Text } from '@adsite/contract'
import type { Language } from '@adsite/i18n'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { FakeApi, openScreen } from './screen.tsx'

/** What every record has beside its own fields. */
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

/** Finds a button by what it says: antd sets two Chinese characters apart, and jsdom never ends the movement of its spinner. */
export function buttonNamed(label: string): (shown: string) => boolean {
  const plain = (text: string) => text.replaceAll(/\s/gu, '')
  return (shown) => plain(shown.replace(/^loading ?/u, '')) === plain(label)
}

/** What a reader does on a screen, in the language that it is shown in. */
export interface Hands {
  readonly language: Language
  /** Types into the box of a field. */
  readonly type: (resource: AnyResource, field: string, value: string) => Promise<void>
  /** Presses a button; `within`: one of what has opened over the page. */
  readonly press: (label: Text, within?: 'dialog' | 'tooltip') => Promise<void>
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

/** A piece of work and the success message that follows it (spec/texts "Success messages"). */
export interface Success {
  readonly says: Text
  /** The one write that it takes, and the status that it answers. */
  readonly write: readonly [call: string, status: 201 | 204]
  /** The route of the screen, and the address that it is opened at. */
  readonly path: string
  readonly at: string
  readonly screen: ReactNode
  /** Answers by the path that is read; everything else is not there. */
  readonly reads: Readonly<Record<string, object>>
  readonly act: (hands: Hands) => Promise<void>
}

/** A test of each piece of work in each language, on a screen of the area with these routes. */
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
