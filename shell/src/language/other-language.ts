import type { Locale } from '@adsite/contract'

/** For each language the other one, by its own name. */
export const otherLanguage: Readonly<Record<Locale, { readonly language: Locale; readonly name: string }>> = {
  ja: { language: 'en', name: 'English' },
  en: { language: 'ja', name: '日本語' },
}
