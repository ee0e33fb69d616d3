// @vitest-environment jsdom
import type { RemoteRelease } from '@adsite/remote'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleRelease } from '../../testing/sample-pointers.ts'
import { cacheFiles, fetchFiles } from './fetch-files.ts'

const hashed = (sha384: string) => ({ sha384, size: 1 })

function release(): RemoteRelease {
  const sample = sampleRelease('ad', '1.0.0', [])
  return {
    ...sample,
    files: { 'entry.js': hashed('e'), 'area.js': hashed('a'), 'list.js': hashed('l'), 'list.css': hashed('c') },
    manifest: {
      ...sample.manifest,
      entry: 'entry.js',
      preload: ['area.js'],
      screens: { 'campaign.list': ['list.js', 'list.css', 'missing.js'] },
    },
  }
}

const requested = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map((link) =>
    ['as', 'href', 'integrity', 'crossorigin'].map((name) => link.getAttribute(name)).join(' '),
  )
const area = ['script /r/ad/1.0.0/entry.js sha384-e anonymous', 'script /r/ad/1.0.0/area.js sha384-a anonymous']
const screen = ['script /r/ad/1.0.0/list.js sha384-l anonymous', 'style /r/ad/1.0.0/list.css sha384-c anonymous']

beforeEach(() => {
  document.head.innerHTML = ''
})
afterEach(() => vi.unstubAllGlobals())

test('all files of an area and a screen at once, each as released, and only once', () => {
  fetchFiles(release())
  expect(requested()).toEqual(area)
  fetchFiles(release(), 'campaign.list')
  fetchFiles(release(), 'campaign.list')
  expect(requested()).toEqual([...area, ...screen])
})

test.each(['unknown', 'toString', '__proto__'])('a screen that the release does not name: %s', (name) => {
  fetchFiles(release(), name)
  expect(requested()).toEqual(area)
})

test('files for later are read one after the other, and nothing of them is in the page', async () => {
  const log: string[] = []
  const read = (url: string) => async () => {
    log.push(`${url} was read`)
    return new ArrayBuffer(1)
  }
  vi.stubGlobal('fetch', async (url: string) => {
    log.push(url)
    if (url.endsWith('list.css')) throw new TypeError('Failed to fetch')
    return { arrayBuffer: read(url) }
  })
  await expect(cacheFiles(release(), 'campaign.list')).rejects.toThrow('Failed to fetch')
  const files = ['entry.js', 'area.js', 'list.js'].map((file) => `/r/ad/1.0.0/${file}`)
  expect(log).toEqual([...files.flatMap((url) => [url, `${url} was read`]), '/r/ad/1.0.0/list.css'])
  expect(document.head.children).toHaveLength(0)
})
