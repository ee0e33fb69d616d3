import type { CreativeFormat } from '@adsite/contract'
import { expect, test } from 'vitest'
import { fitting, nameOfFile } from './fitting.ts'

const none = { headline_max: null, description_max: null, principal_max: null, button_max: null }
const banner = (id: number, width: number, height: number, max_bytes = 150_000): CreativeFormat => ({
  id,
  name: `バナー ${width}×${height}`,
  kind: 'BANNER',
  width,
  height,
  file_types: ['PNG', 'JPEG'],
  max_bytes,
  ...none,
})
const formats = [banner(1, 300, 250), banner(2, 728, 90), banner(3, 300, 250, 50_000)]
const image = { width: 300, height: 250, content_type: 'image/png', size: 40_000 }

test.each([
  ['its size', {}, [1, 3]],
  ['twice its size, for fine screens', { width: 1456, height: 180 }, [2]],
  ['its bytes', { size: 60_000 }, [1]],
])('an image fits formats by %s', (_, change, ids) => {
  const { formats: fit, fault } = fitting(formats, { ...image, ...change })
  expect([fit.map(({ id }) => id), fault]).toEqual([ids, null])
})

test.each([
  ['of no known size', { width: 301 }, 'image_format|301|250'],
  ['too heavy', { size: 200_000 }, 'material_bytes|150|200'],
  ['of another type', { content_type: 'image/gif' }, 'material_type|PNG / JPEG'],
  ['of a type that no format takes', { content_type: 'image/webp' }, 'image_type'],
  ['no picture', { content_type: 'application/pdf', width: 0, height: 0 }, 'image_type'],
  ['damaged', { width: 0, height: 0 }, 'file_broken'],
])('what is %s fits none, and why is said', (_, change, fault) => {
  const found = fitting(formats, { ...image, ...change })
  expect(found.formats).toEqual([])
  expect(found.fault).toBe(fault)
})

test.each([
  ['秋の麦茶_300x250.png', '秋の麦茶_300x250'],
  // macOS decomposes characters with diacritics in file names.
  ['\u304b\u3099\u3093.v2.jpg', 'がん.v2'],
  ['.png', '.png'],
  ['\u200b\u3164.png', '\u200b\u3164.png'],
  [' 夏\u202e号.png', '夏号'],
  [`${'あ'.repeat(300)}.gif`, 'あ'.repeat(255)],
])('%s is called %s', (file, name) => expect(nameOfFile(file)).toBe(name))
