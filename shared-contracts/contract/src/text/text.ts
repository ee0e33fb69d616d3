import { grouped } from '../value/grouped.ts'

/** The locales in which every text exists (spec/site "Languages"). */
export const locales = ['ja', 'en'] as const
export type Locale = (typeof locales)[number]

/**
 * Cookie with the locale that was chosen in this browser, beside the browser's own store: the server answers a page in it. Holds no
 * more than that, and is of no session.
 */
export const languageCookie = 'adsite.language'

/** A text in every locale; a missing locale does not compile. */
export type Text = Readonly<Record<Locale, string>>

/** A title or label as it stands inside an English sentence: "new campaign", but "new PTD". */
export const inSentence = (title: string): string => title.replace(/^[A-Z](?=[a-z-])/u, (letter) => letter.toLowerCase())

/** Name of the service, shown in browser tabs and in mails. */
export const siteName: Text = { ja: '広告プラットフォーム', en: 'Ad Platform' }

/** A parameter as it stands in a text. A number is a quantity; what only identifies something, such as a year, is given as text. */
export const parameterText = (param: string | number): string => (typeof param === 'number' ? grouped(param) : param)

/** Replaces the `{{name}}` placeholders of a text with `params`: the server's equivalent of i18next interpolation. */
export function formatText(template: string, params: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => parameterText(params[name] ?? whole))
}
