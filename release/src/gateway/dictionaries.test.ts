import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { longScript, openWorkbench, type Workbench } from '../testing/fixtures.ts'
import { offerOf } from './dictionaries.ts'
import { createGateway, type Gateway } from './index.ts'

let bench: Workbench
let gateway: Gateway

const old = 'list.aaaaaaaa.js'
const next = 'list.bbbbbbbb.js'

beforeAll(async () => {
  bench = await openWorkbench()
  await bench.release('shell', '1.0.0-s')
  const write = (build: string, files: Record<string, string>) =>
    bench.writeRemote('ad', build, { files: { ...files, 'other.cccccccc.js': longScript('other'), 'small.js': 'small' } })
  await bench.publish('ad', await write('1.0.0-a', { [old]: longScript('1.0.0-a'), 'even.js': longScript('1.0.0-a') }))
  await bench.publish('ad', await write('1.0.0-b', { [next]: longScript('1.0.0-b'), 'even.js': 'even();\n'.repeat(2000) }))
})
beforeEach(() => {
  gateway = createGateway({ registry: bench.registry, settings: {}, https: false, report: () => undefined })
})
afterEach(() => gateway.close())
afterAll(() => bench.remove())

const get = (path: string, headers: Record<string, string> = {}) => gateway.app.request(`http://site.test/r/ad/${path}`, { headers })
const hashOf = (content: string) => `:${createHash('sha256').update(content).digest('base64')}:`
/** The headers of a browser that has a file. */
const having = (content: string, id: string, accepted = 'gzip, deflate, br, zstd, dcb, dcz') => ({
  'accept-encoding': accepted,
  'available-dictionary': hashOf(content),
  'dictionary-id': `"${id}"`,
})

describe('the same file of another build as dictionary', () => {
  it('is offered by every file that is long enough', async () => {
    const answer = await get(`1.0.0-a/${old}`)
    expect(answer.headers.get('use-as-dictionary')).toBe(`match="/r/ad/*/list.*.js", id="1.0.0-a/${old}"`)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, Available-Dictionary')
    const short = await get('1.0.0-a/small.js')
    expect([short.headers.get('use-as-dictionary'), short.headers.get('vary')]).toEqual([null, 'Accept-Encoding'])
    expect((await get('1.0.0-a/release.json')).headers.get('use-as-dictionary')).toContain('match="/r/ad/*/release.json"')
  })

  it.each(['pages.html', 'list.js.map', 'font.woff2', 'a+b.js', 'a"b.js'])('is not offered by %s', (path) => {
    expect(offerOf({ unit: 'ad', build: '1.0.0-a', path }, 100_000)).toBeNull()
  })

  it('makes a file what differs from it', async () => {
    const answer = await get(`1.0.0-b/${next}`, having(longScript('1.0.0-a'), `1.0.0-a/${old}`))
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'dcz'])
    const body = Buffer.from(await answer.arrayBuffer())
    expect(body.length).toBeLessThan(300)
    expect(answer.headers.get('content-length')).toBe(String(body.length))
    expect(body.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000')
    expect(`:${body.subarray(8, 40).toString('base64')}:`).toBe(hashOf(longScript('1.0.0-a')))
    const dictionary = Buffer.from(longScript('1.0.0-a'))
    expect(zstdDecompressSync(body.subarray(40), { dictionary }).toString()).toBe(
      await readFile(bench.stored(`/r/ad/1.0.0-b/${next}`), 'utf8'),
    )
  })

  const known = longScript('1.0.0-a')
  it.each<[string, Record<string, string>]>([
    ['a browser that does not know the encoding', having(known, `1.0.0-a/${old}`, 'gzip, br')],
    ['one that accepts thousands', having(known, `1.0.0-a/${old}`, `br, dcz${', x'.repeat(5000)}`)],
    ['one that refuses it', having(known, `1.0.0-a/${old}`, 'br, dcz;q=0')],
    ['content that is not that of the file', having(`${known} `, `1.0.0-a/${old}`)],
    ['a build that does not exist', having(known, `9.9.9/${old}`)],
    ['a file that does not exist', having(known, '1.0.0-a/list.dddddddd.js')],
    ['another file', having(longScript('other'), '1.0.0-a/other.cccccccc.js')],
    ['a path out of the registry', having(known, '../../ch/stable/ad.json')],
    ['a build of another unit', having(known, `../shell/1.0.0-s/${old}`)],
    ['no id', { 'accept-encoding': 'br, dcz', 'available-dictionary': hashOf(known) }],
    ['an id that is none', { ...having(known, ''), 'dictionary-id': `1.0.0-a/${old}` }],
    ['a hash that is none', { ...having(known, `1.0.0-a/${old}`), 'available-dictionary': ':nonsense:' }],
  ])('does nothing for %s', async (_, headers) => {
    const answer = await get(`1.0.0-b/${next}`, headers)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-encoding')).not.toBe('dcz')
  })

  it.each([`1.0.0-b/${next}`, '1.0.0-b/release.json'])('does not outlast damage: %s', async (path) => {
    const place = bench.stored(`/r/ad/${path}`)
    const other = path.endsWith('.json') ? '1.0.0-a/release.json' : `1.0.0-a/${old}`
    const dictionary = await readFile(bench.stored(`/r/ad/${other}`))
    const whole = await readFile(place)
    const read = async () => {
      const answer = await get(path, having(dictionary.toString(), other, 'dcz'))
      const body = Buffer.from(await answer.arrayBuffer())
      return answer.headers.get('content-encoding') === 'dcz' ? zstdDecompressSync(body.subarray(40), { dictionary }) : body
    }
    await writeFile(place, `${whole.toString()} `)
    await read()
    await writeFile(place, whole)
    expect((await read()).equals(whole)).toBe(true)
  })

  it('is not used where the answer is shorter without', async () => {
    const answer = await get('1.0.0-b/even.js', having(longScript('1.0.0-a'), '1.0.0-a/even.js'))
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br'])
  })
})
