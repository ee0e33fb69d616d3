import { formatText, oneLine, required, type Locale, type Text } from '@adsite/contract'

/** Texts of one kind of mail, with `{{name}}` placeholders. */
export interface MailTexts {
  readonly subject: Text
  /** Paragraphs before the link. */
  readonly body: readonly Text[]
  /** Label of the link. */
  readonly action: Text
  /** Paragraphs after the link. */
  readonly closing: readonly Text[]
}

/** A mail that is ready to be sent. */
export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly link: string
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => required(entities[character], 'an entry of entities'))

/** Renders the texts as plain text and as equivalent simple HTML. */
export function mailContent(
  { subject, body, action, closing }: MailTexts,
  values: Readonly<Record<string, string | number>>,
  link: string,
  locale: Locale,
): MailContent {
  // Names are user input, and must not end a header or a line.
  const clean = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, oneLine(String(value)).trim()]))
  const fill = (text: Text) => formatText(text[locale], clean)
  const before = body.map(fill)
  const after = closing.map(fill)
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
  const href = escapeHtml(link)
  return {
    subject: fill(subject),
    text: `${[...before, `${fill(action)}:\n${link}`, ...after].join('\n\n')}\n`,
    html: [
      `<!doctype html>`,
      `<html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(fill(subject))}</title></head><body>`,
      ...before.map(paragraph),
      `<p><a href="${href}">${escapeHtml(fill(action))}</a><br>${href}</p>`,
      ...after.map(paragraph),
      `</body></html>`,
      '',
    ].join('\n'),
    link,
  }
}
