// @vitest-environment jsdom
import { openDraft } from '@adsite/auth'
import { endpoints, formatText, type AnyResource, type Field } from '@adsite/contract'
import { formatYen } from '@adsite/i18n'
import { buttonNamed, FakeApi, openScreen, stamps, stubDevice } from '@adsite/screen-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { area } from './area.ts'
import { stated, wordsOf, type Both, type Words } from './testing/words.ts'

/** Verifies that the screens of this area show these messages (spec/texts "Success messages"). */

const addresses = Object.fromEntries(area.routes.map(({ name, path }) => [name, path]))
const routesTo = (what: 'create' | 'detail' | 'list') =>
  area.routes.flatMap(({ name }) => (name.endsWith(`.${what}`) ? [name.slice(0, name.lastIndexOf('.'))] : []))

const written = Object.fromEntries(routesTo('detail').map((name) => [name, wordsOf(name)]))

test('everything that can be written on a screen of the area has its words in src/testing/words.ts', () => {
  const having = (is: (words: Words) => unknown) => Object.keys(written).filter((name) => is(written[name]!))
  expect(routesTo('detail'), 'the names in src/testing/words.ts').toEqual(expect.arrayContaining(Object.keys(stated)))
  expect(having(({ created }) => created).toSorted()).toEqual(routesTo('create').toSorted())
  for (const [name, { resource, done = {} }] of Object.entries(written)) {
    const actions = Object.keys(resource.states?.actions ?? {})
    expect(Object.keys(done).toSorted(), `the actions of ${name} in src/testing/words.ts`).toEqual(actions.toSorted())
  }
})

/** A valid value for a field; with `changed`, a different one. */
function valueOf(field: Field, name: string, changed = false): unknown {
  if (name === 'email') return 'hayashi@example.test'
  const values: Readonly<Record<Field['kind'], readonly [unknown, unknown]>> = {
    text: ['はやし', 'もり'],
    multiline: ['はやし', 'もり'],
    html: ['<p>はやし</p>', '<p>もり</p>'],
    digits: ['0312345678', '0312345679'],
    zip: ['150-0001', '150-0002'],
    url: ['https://a.example/', 'https://b.example/'],
    integer: [300, 250],
    money: ['5000', '6000'],
    rate: ['50', '60'],
    date: ['2030-01-01', '2030-02-01'],
    datetime: ['2030-01-01T00:00:00.000Z', '2030-02-01T00:00:00.000Z'],
    boolean: [true, false],
    choice: [field.choices?.keys[0], field.choices?.keys[1]],
    choices: [[field.choices?.keys[0]], [field.choices?.keys[1]]],
    reference: [1, 2],
    references: [[1], [2]],
    object: [null, null],
  }
  return values[field.kind][changed ? 1 : 0]
}

/** A record with all required fields, in a state that allows changes. */
function recordFor({ resource: { fields }, needs }: Words): Record<string, unknown> {
  const own = Object.entries(fields).map(([name, field]) => [name, field.required ? valueOf(field, name) : null])
  return { ...stamps, id: 7, version: 3, ...Object.fromEntries(own), ...needs }
}

/** Minimal input for the create form. */
function typed({ resource: { fields }, needs }: Words): Record<string, unknown> {
  const asked = Object.entries(fields).filter(([, { required: needed, access }]) => needed && access !== 'read')
  // As typed: numbers are text until they are sent.
  const values = asked.map(([name, field]) => [name, field.kind === 'integer' ? String(valueOf(field, name)) : valueOf(field, name)])
  return { ...Object.fromEntries(values), ...needs }
}

/** A change of the first editable field. */
function change({ sections, fields }: AnyResource): Record<string, unknown> {
  const name = sections.flatMap((section) => section.fields).find((key) => fields[key]!.access === 'write')!
  return { [name]: valueOf(fields[name]!, name, true) }
}

const languages = ['ja', 'en'] as const

let api: FakeApi
beforeEach(() => {
  localStorage.clear()
  stubDevice()
  api = new FakeApi()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the screen of a route, restoring a draft if given. */
async function openWith(route: string, at: string, draft: { call: string; version: number | null; values: object } | null, index: 0 | 1) {
  const { path, screen: load } = area.routes.find(({ name }) => name === route)!
  const { default: Screen } = await load()
  const language = languages[index]
  if (draft) {
    await openScreen({ '/': null }, '/', { api, language })
    await openDraft(`${draft.call} ${at.split('?')[0]}`)!.write(JSON.stringify({ version: draft.version, values: draft.values }))
    cleanup()
  }
  const screens = { [path]: createElement(Screen), '*': null }
  return openScreen(screens, at, { api, language, routes: addresses })
}

const both = [0, 1] as const
/** The test cases that `take` extracts for each record, in both languages. */
function linesOf<T extends readonly unknown[]>(take: (words: Words) => readonly T[]) {
  return Object.entries(written).flatMap(([name, words]) =>
    take(words).flatMap((told) =>
      both.map((index) => ({ name, words, told, index, language: languages[index], title: [told].flat(2)[0] })),
    ),
  )
}
const given = (told: Both | undefined) => (told ? [told] : [])

const restored: Both = ['下書きを復元しました', 'Your unsaved input was restored.']
const submit = (name: string) => fireEvent.submit(screen.getByRole('button', { name }).closest('form')!)
const error = (message: string) => ({ type: 'error', messages: [message] })
const success = (message: string) => ({ type: 'success', messages: [message] })

describe('a new record', () => {
  const invites: Both = ['招待に失敗しました', 'The invitation failed.']
  const failureOf = (name: string): Both => {
    if (name === 'company') return ['企業情報の登録に失敗しました。', 'The company could not be registered.']
    return name.endsWith('_user') ? invites : ['作成に失敗しました', 'Creating failed.']
  }
  const call = (name: string, { resource }: Words) => `POST ${name.endsWith('_user') ? endpoints.invitation.invite.path : resource.path}`
  const openForm = (name: string, words: Words, index: 0 | 1) => {
    // Users are created by invitation.
    const form = name.endsWith('_user') ? written['invitation']! : words
    return openWith(`${name}.create`, addresses[`${name}.create`]!, { call: call(name, words), version: null, values: typed(form) }, index)
  }
  const send = (name: string, index: 0 | 1) =>
    submit((name.endsWith('_user') ? ['招待メールを送信', 'Send the invitation'] : ['登録する', 'Create'])[index]!)

  test.for(linesOf(({ created }) => given(created)))('$name in $language: $title', async ({ name, words, told, index }) => {
    api.on(call(name, words), { status: 202 })
    const { alerts } = await openForm(name, words, index)
    await screen.findByText(restored[index])
    send(name, index)
    await waitFor(() => expect(alerts).toEqual([error(failureOf(name)[index])]))
    api.on(call(name, words), { status: 201, body: { data: { id: 88 } } })
    send(name, index)
    await waitFor(() => expect(alerts[1]).toEqual(success(told[index])))
  })

  test('an invitation whose mail could not be sent says what the server says', async () => {
    const message = 'メールの送信に失敗しました。時間をおいて再度お試しください'
    api.on(call('ptd_user', written['ptd_user']!), { status: 500, body: { code: 'mail_failed', message } })
    const { alerts } = await openForm('ptd_user', written['ptd_user']!, 0)
    await screen.findByText(restored[0])
    send('ptd_user', 0)
    await waitFor(() => expect(alerts).toEqual([error(message)]))
  })
})

describe('a record', () => {
  function openRecord(name: string, words: Words, index: 0 | 1, values: object = {}, draft: object | null = null) {
    const { resource } = words
    const data = { ...recordFor(words), ...values }
    api.on(`GET ${resource.path}/7`, { status: 200, body: { data } })
    const at = addresses[`${name}.detail`]!.replace(':id', '7')
    if (!draft) return openWith(`${name}.detail`, at, null, index)
    return openWith(`${name}.detail`, `${at}?edit=1`, { call: `PATCH ${resource.path}/{id}`, version: 3, values: draft }, index)
  }

  test.for(linesOf(({ updated }) => given(updated)))('$name in $language: $title', async ({ name, words, told, index }) => {
    const call = `PATCH ${words.resource.path}/7`
    api.on(call, { status: 200 })
    const { alerts } = await openRecord(name, words, index, {}, change(words.resource))
    await screen.findByText(restored[index])
    const save = ['保存する', 'Save'][index]!
    submit(save)
    await waitFor(() => expect(alerts).toEqual([error(['更新に失敗しました', 'Updating failed.'][index]!)]))
    api.on(call, { status: 204 })
    submit(save)
    await waitFor(() => expect(alerts[1]).toEqual(success(told[index])))
  })

  /** Clicks a button once it is enabled, opening the menu if it is in there. */
  async function press(name: string, index: 0 | 1): Promise<void> {
    const menu = ['その他の操作', 'More actions'][index]!
    const shown = await screen.findAllByRole('button', { name: (said) => said === menu || buttonNamed(name)(said) })
    await waitFor(() => expect(shown.map(({ className }) => className).join()).not.toContain('ant-btn-loading'))
    if (!screen.queryByRole('button', { name: buttonNamed(name) })) fireEvent.click(shown[0]!)
    fireEvent.click(await screen.findByRole('button', { name: buttonNamed(name) }))
  }
  async function confirm(name: string, reason: boolean): Promise<void> {
    const dialog = await screen.findByRole('dialog')
    if (reason) fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '確認のため' } })
    fireEvent.click(within(dialog).getByRole('button', { name: buttonNamed(name) }))
  }

  // Kinds of account share their state rules, and so do their users: each is tested once.
  const ruled = new Map(Object.values(written).map((words) => [words.resource.states, words]))
  const actions = linesOf((words) => (ruled.get(words.resource.states) === words ? Object.entries(words.done ?? {}) : []))
  test.for(actions)('$name in $language: $title', async ({ name, words: { resource }, words, told: [action, told], index, language }) => {
    const rule = resource.states!.actions[action]!
    const call = `POST ${resource.path}/7/${action}`
    const label = rule.label[language]
    // The button of an action about money shows the amount.
    const sum = rule.amount && formatYen(recordFor(words)[rule.amount.field] as string, language)
    const confirmed = rule.amount ? formatText(rule.amount.label[language], { amount: sum! }) : label
    api.on(call, { status: 202 })
    const { alerts } = await openRecord(name, words, index, { [resource.states!.field]: rule.from[0] })
    const asks = rule.confirm !== undefined || rule.amount !== undefined || rule.reason !== undefined
    await press(label, index)
    if (asks) await confirm(confirmed, rule.reason !== undefined)
    const failed: Both =
      name === 'invitation' && action === 'resend'
        ? ['招待に失敗しました', 'The invitation failed.']
        : ['変更に失敗しました', 'The change failed.']
    await waitFor(() => expect(alerts).toEqual([error(failed[index])]))
    api.on(call, { status: 204 })
    if (asks) await confirm(confirmed, false)
    else await press(label, index)
    await waitFor(() => expect(alerts[1]).toEqual(success(told[index])))
  })

  test.for(linesOf(({ deleted }) => given(deleted)))('$name in $language: $title', async ({ name, words, told, index }) => {
    const call = `DELETE ${words.resource.path}/7`
    const label = ['削除', 'Delete'][index]!
    for (const [status, alert] of [
      [202, error(['削除に失敗しました', 'Deleting failed.'][index]!)],
      [204, success(told[index])],
    ] as const) {
      api.on(call, { status })
      const { alerts } = await openRecord(name, words, index)
      await press(label, index)
      await confirm(label, false)
      await waitFor(() => expect(alerts).toEqual([alert]))
      cleanup()
    }
  })
})

describe('what could not be read', () => {
  const lists: Both = ['リストの取得に失敗しました', 'The list could not be loaded.']
  const records: Both = ['データの取得に失敗しました', 'The data could not be loaded.']

  test.for(linesOf(() => [lists]))('the list of $name in $language', async ({ name, words, told, index }) => {
    api.on(`GET ${words.resource.path}`, { status: 202 })
    await openWith(`${name}.list`, addresses[`${name}.list`]!, null, index)
    expect(await screen.findByText(told[index])).toBeTruthy()
    // The name is that of the menu entry.
    const { title } = area.routes.find((route) => route.name === `${name}.list`)!
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title[languages[index]])
  })

  test.for(linesOf(() => [records]))('$name in $language', async ({ name, words, told, index }) => {
    api.on(`GET ${words.resource.path}/7`, { status: 202 })
    await openWith(`${name}.detail`, addresses[`${name}.detail`]!.replace(':id', '7'), null, index)
    expect(await screen.findByText(told[index])).toBeTruthy()
  })
})
