import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FrameCell, FrameRows, FrameView } from '@adsite/remote/release-format'
import { promote } from '../move/promote.ts'
import { openWorkbench, pageTemplate, type Workbench } from '../testing/fixtures.ts'
import { createGateway, type Gateway, type GatewayOptions } from './index.ts'

let bench: Workbench
let gateway: Gateway
const readAnswers = vi.fn<NonNullable<GatewayOptions['readAnswers']>>()
const readPreview = vi.fn<NonNullable<GatewayOptions['readPreview']>>()

const view: Omit<FrameView, 'nonce' | 'rows'> = {
  language: { ja: true },
  page: {},
  account: `<img src=x onerror="alert(1)">&'`,
  releases: false,
  areas: [{ icon: 'M0"/><script>', current: true }],
  route: null,
  list: null,
}
const template =
  '<div id="early-frame"><style nonce="{{nonce}}">p{color:red}</style>{{#language.ja}}名{{/language.ja}}{{#areas}}<path d="{{icon}}"/>{{/areas}}<p>{{account}}</p></div>'

/** A live shell whose page has these templates, and its gateway. */
async function open(frame: string | null, rows?: string): Promise<void> {
  const templates = `${frame === null ? '' : `<!--FRAME ${frame}-->`}${rows === undefined ? '' : `<!--ROWS ${rows}-->`}`
  const page = pageTemplate.replace('<!--ANSWERS-->', () => `${templates}<!--ANSWERS-->`)
  await bench.publish('shell', await bench.writeShell('1.0.0-s', { files: { 'index.html': page }, manifest: { pages: ['account'] } }))
  await promote(bench.registry, { unit: 'shell', build: '1.0.0-s', channel: 'stable', who: 'test', why: null })
  gateway = createGateway({ registry: bench.registry, settings: {}, https: false, report: () => undefined, readAnswers, readPreview })
}

beforeEach(async () => {
  bench = await openWorkbench()
  await bench.release('ad', '1.0.0-a')
  readPreview.mockReset().mockResolvedValue(null)
  readAnswers
    .mockReset()
    .mockImplementation(() => ({ frame: Promise.resolve(view), rows: Promise.resolve(null), answers: Promise.resolve('{}') }))
})
afterEach(async () => {
  gateway.close()
  await bench.remove()
})

const get = (path: string) => gateway.app.request(`http://site.test${path}`, { headers: { accept: 'text/html', cookie: 'a=b' } })
const answers = '<script type="application/json" id="page-answers">{}</script></body></html>'

it('stands before the answers in a page that nobody keeps, with the nonce of the policy, and with all data escaped', async () => {
  await open(template)
  const page = await get('/ad/home')
  const text = await page.text()
  const nonce = /'nonce-([^']+)'/u.exec(page.headers.get('content-security-policy') ?? '')![1]!
  expect(text.slice(text.indexOf('<div id="early-frame"'))).toBe(
    `<div id="early-frame"><style nonce="${nonce}">p{color:red}</style>名<path d="M0&quot;&#x2F;&gt;&lt;script&gt;"/><p>&lt;img src&#x3D;x onerror&#x3D;&quot;alert(1)&quot;&gt;&amp;&#39;</p></div>${answers}`,
  )
  expect(text).not.toContain('{{')
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(readAnswers.mock.calls[0]![0].pointers.remotes['ad']?.stable.build).toBe('1.0.0-a')
})

it('is sent after the head, and before the answers are there', async () => {
  await open(template)
  const frame = Promise.withResolvers<typeof view>()
  const rest = Promise.withResolvers<string>()
  readAnswers.mockReturnValue({ frame: frame.promise, rows: Promise.resolve(null), answers: rest.promise })
  const reader = (await get('/ad/home')).body!.getReader()
  const read = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await read()).toContain('<div id="root"')
  frame.resolve(view)
  expect(await read()).toMatch(/^<div id="early-frame">.*<\/div>$/u)
  rest.resolve('{}')
  expect(await read()).toContain('id="page-answers"')
})

it.each([
  ['has no template', null],
  ['has one that is malformed', '<div id="early-frame">{{#account}}</div>'],
  ['has one with a tag that is not closed', '<div id="early-frame">{{account</div>'],
  ['leaves it empty for the page', '{{#page.account}}{{account}}{{/page.account}}'],
])('is absent where the shell %s', async (_, frame) => {
  await open(frame)
  const page = await get('/ad/home')
  const text = await page.text()
  expect([page.status, text.endsWith(`data-nonce="${/nonce="([^"]+)"/u.exec(text)![1]}"></div>${answers}`)]).toEqual([200, true])
})

it.each([
  ['nothing is known', () => Promise.resolve(null)],
  ['it cannot be read', () => Promise.reject(new Error('the API is away'))],
])('is absent where %s', async (_, frame) => {
  await open(template)
  readAnswers.mockImplementation(() => ({ frame: frame(), rows: Promise.resolve(null), answers: Promise.resolve('{}') }))
  const text = await (await get('/ad/home')).text()
  expect([text.includes('early-frame'), text.endsWith(answers)]).toEqual([false, true])
})

it('is absent from pages of signed-out browsers, pages that do not exist, and those that one browser runs in place of releases', async () => {
  await open(template)
  expect(await (await get('/account')).text()).toContain('early-frame')
  const missing = await get('/nothing')
  expect([missing.status, (await missing.text()).includes('early-frame')]).toEqual([404, false])
  readPreview.mockResolvedValue({ builds: { ad: '1.0.0-a' } })
  expect(await (await get('/ad/home')).text()).not.toContain('early-frame')
  readPreview.mockResolvedValue(null)
  readAnswers.mockReturnValue(null)
  const signedOut = await (await get('/ad/home')).text()
  expect([signedOut.includes('early-frame'), signedOut.includes('FRAME')]).toEqual([false, false])
})

const cell: FrameCell = { edge: true, figure: false, link: true, muted: false, text: '<b>山</b>', tail: '', tags: [], meter: null }
const first: FrameRows = { choosing: true, rows: [{ cells: [cell] }, { cells: [{ ...cell, text: '{{account}}' }] }] }
const framed = '<div id="early-frame"><table>{{rows}}</table>{{account}}</div>'
const row = '{{#rows}}<tr>{{#choosing}}<td></td>{{/choosing}}{{#cells}}<td>{{text}}</td>{{/cells}}</tr>{{/rows}}'
const [before, after] = [
  '<div id="early-frame"><table>',
  '</table>&lt;img src&#x3D;x onerror&#x3D;&quot;alert(1)&quot;&gt;&amp;&#39;</div>',
]

/** The pieces of a page after its head: the two of its early frame, and all that follows. */
async function piecesOf(page: Response): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of page.body!) pieces.push(new TextDecoder().decode(piece))
  return [...pieces.slice(1, 3), pieces.slice(3).join('')]
}

it('has the first rows of a list in their place, once they are there, with all data escaped', async () => {
  await open(framed, row)
  const rows = Promise.withResolvers<FrameRows>()
  readAnswers.mockReturnValue({ frame: Promise.resolve(view), rows: rows.promise, answers: Promise.resolve('{}') })
  const page = await get('/ad/home')
  rows.resolve(first)
  const drawn = '<tr><td></td><td>&lt;b&gt;山&lt;&#x2F;b&gt;</td></tr><tr><td></td><td>{{account}}</td></tr>'
  expect(await piecesOf(page)).toEqual([before, `${drawn}${after}`, answers])
})

it.each([
  ['there are none', row, () => Promise.resolve(null)],
  ['they cannot be read', row, () => Promise.reject(new Error('the API is away'))],
  ['the shell has no template for them', undefined, () => Promise.resolve(first)],
  ['its template is malformed', '{{#rows}}', () => Promise.resolve(first)],
])('is whole without rows where %s', async (_, drawing, rows) => {
  await open(framed, drawing)
  readAnswers.mockImplementation(() => ({ frame: Promise.resolve(view), rows: rows(), answers: Promise.resolve('{}') }))
  expect(await piecesOf(await get('/ad/home'))).toEqual([before, after, answers])
})

it.each([
  ['has no place for them', template, Promise.resolve(view)],
  ['is not known', framed, Promise.resolve(null)],
])('has no rows where the frame %s', async (_, frame, known) => {
  await open(frame, row)
  readAnswers.mockReturnValue({ frame: known, rows: Promise.resolve(first), answers: Promise.resolve('{}') })
  const text = await (await get('/ad/home')).text()
  expect([text.includes('<tr>'), text.includes('{{'), text.endsWith(answers)]).toEqual([false, false, true])
})

it('is all that a page has that asks nothing, as the login', async () => {
  await open(template)
  readAnswers.mockReturnValue({ frame: Promise.resolve(view), rows: Promise.resolve(null), answers: Promise.resolve(null) })
  const text = await (await get('/account')).text()
  expect(text).toContain('<div id="early-frame">')
  expect(text).not.toContain('page-answers')
})
