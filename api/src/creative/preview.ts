import type { CreativeRules, Locale, PreviewDevice } from '@adsite/contract'
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

const empty = {
  ja: 'まだ表示できるものがありません。フォーマットを選び、素材を登録してください。',
  en: 'There is nothing to show yet. Choose a format and add a material.',
} as const

const styles = `
*{box-sizing:border-box}
body{margin:0;font:14px/1.5 Roboto,"Hiragino Kaku Gothic ProN","Noto Sans JP",sans-serif;color:#222;background:#fff}
img{display:block}
.empty{padding:16px;color:#555}
.native{display:flex;border:1px solid #e2e2e2}
.native img{width:240px;height:auto;flex:none;align-self:flex-start}
.native.phone{flex-direction:column}
.native.phone img{width:100%}
.body{display:flex;flex-direction:column;min-width:0;padding:12px 16px;gap:4px;overflow-wrap:anywhere}
.headline{margin:0;font-size:16px;font-weight:700;line-height:1.4}
.description{margin:0;white-space:pre-wrap}
.foot{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px;margin-top:4px}
.principal{color:#555;font-size:12px}
.button{padding:6px 14px;border-radius:4px;background:#1b5fd6;color:#fff;font-size:13px}
`

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
export async function previewPage(storage: Storage, previewed: Previewed, device: PreviewDevice, locale: Locale): Promise<string> {
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
