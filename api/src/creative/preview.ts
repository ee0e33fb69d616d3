import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CreativeRules, Locale, PreviewDevice, Text } from '@adsite/contract'
import type { Storage } from '../upload/storage.ts'
import type { StoredMaterial } from './rules.ts'

type Values = { readonly [F in 'headline' | 'description' | 'principal' | 'button_text']?: string | null }

/** What is previewed: the draft of a creative, or one of its revisions. */
export interface Previewed {
  readonly rules: CreativeRules | null
  readonly values: Values
  readonly materials: readonly StoredMaterial[]
}

/**
 * Blocks scripts, forms, the origin and external resources, so that a creative cannot reach outside its frame
 * (spec/quality "Previews").
 */
export const previewPolicy = [
  'sandbox',
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** What the page of a creative says that has nothing to show: who may edit it is told what to do. */
export const emptyPreview = {
  editor: {
    ja: 'まだ表示できるものがありません。フォーマットを選び、素材を登録してください。',
    en: 'There is nothing to show yet. Choose a format and add a material.',
  },
  reader: { ja: 'まだ表示できるものがありません。', en: 'There is nothing to show yet.' },
  supply: { ja: '表示できる承認済みのクリエイティブがありません。', en: 'There is no approved creative to show.' },
} as const satisfies Readonly<Record<string, Text>>

/** Stands in the page itself: its policy allows it to load nothing. */
const styles = readFileSync(join(import.meta.dirname, 'preview.css'), 'utf8')

function escaped(value: unknown): string {
  return String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

const element = (tag: string, name: string, value: unknown) => (value ? `<${tag} class="${name}">${escaped(value)}</${tag}>` : '')

/** Returns the material in the format's size, and the high-resolution one for dense screens. */
async function imageOf(storage: Storage, { rules, materials, values }: Previewed): Promise<string> {
  const sources = await Promise.all(
    materials.map(async ({ storage_name, content_type, width }) => {
      const content = await storage.get(storage_name)
      return content ? { width, data: `data:${content_type};base64,${Buffer.from(content).toString('base64')}` } : null
    }),
  )
  const there = sources.filter((source) => source !== null)
  const plain = there.find(({ width }) => width === rules?.width) ?? there[0]
  if (!plain) return ''
  const fine = there.find(({ width }) => rules?.width && width === rules.width * 2)
  const size = rules?.width && rules.height ? ` width="${rules.width}" height="${rules.height}"` : ''
  const set = fine && fine !== plain ? ` srcset="${plain.data} 1x, ${fine.data} 2x"` : ''
  return `<img src="${plain.data}"${set}${size} alt="${escaped(values.headline ?? '')}">`
}

/** Renders a creative as a page for a sandboxed frame, laid out for the device at its real size. */
export async function previewPage(
  storage: Storage,
  previewed: Previewed,
  { device, locale, empty }: { readonly device: PreviewDevice; readonly locale: Locale; readonly empty: Text },
): Promise<string> {
  const { rules, values } = previewed
  const image = await imageOf(storage, previewed)
  const texts = [
    element('p', 'headline', values.headline),
    element('p', 'description', values.description),
    values.principal || values.button_text
      ? `<div class="foot">${element('span', 'principal', values.principal)}${element('span', 'button', values.button_text)}</div>`
      : '',
  ].join('')
  const withTexts = (rules?.kind === 'NATIVE' || rules?.kind === 'TEXT') && (image || texts)
  const body = withTexts ? `<div class="native ${device}">${image}<div class="body">${texts}</div></div>` : image
  const content = body || `<p class="empty">${empty[locale]}</p>`
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>preview</title><style>${styles}</style></head><body>${content}</body></html>`
}
