/** The locales that every text exists in (spec/site "Languages"). */
export const locales = ['ja', 'en'] as const
export type Locale = (typeof locales)[number]

/** One text in every locale; a missing one does not compile. */
export type Text = Readonly<Record<Locale, string>>

/** What the service is called: in tabs and in mails. */
export const siteName: Text = { ja: '広告プラットフォーム', en: 'Ad Platform' }

/** Puts `params` into the `{{name}}` places of a text: the same syntax as i18next, for the server. */
export function formatText(template: string, params: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole))
}
