import type { Fields } from './field.ts'
import { htmlText } from './html.ts'

/**
 * What people type, as it is stored: spaces at the ends dropped; full-width digits, signs and Latin
 * letters made half-width where the field takes only those; an emptied field is null, not '', and so
 * is rich text without any text, and no choice or reference at all.
 */
export function normaliseValue(kind: string, value: unknown): unknown {
  if ((kind === 'choices' || kind === 'references') && Array.isArray(value) && value.length === 0) return null
  // Ids in one order: the same records are the same value.
  if (kind === 'references' && Array.isArray(value)) return value.toSorted((a, b) => Number(a) - Number(b))
  if (typeof value !== 'string') return value
  const trimmed = value.trim()
  if (trimmed === '') return null
  if (kind === 'html') return htmlText(trimmed) === '' ? null : trimmed
  if (kind === 'text' || kind === 'multiline') return trimmed
  const half = trimmed.normalize('NFKC')
  if (kind === 'digits') return half.replace(/[-‐-―−ー\s]/gu, '')
  if (kind === 'money' || kind === 'integer') return half.replace(/[,\s¥]/gu, '')
  if (kind === 'rate') return half.replace(/[\s%]/gu, '')
  if (kind === 'zip') return half.replace(/[‐-―−ー]/gu, '-').replace(/^(\d{3})(\d{4})$/u, '$1-$2')
  return half
}

export function normaliseBody(fields: Fields, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Object.hasOwn(fields, name) ? normaliseValue(fields[name]!.kind, value) : value]),
  )
}

/** The form that names are searched in (DESIGN "Lists"): NFKC and lower case. */
export function searchForm(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
