import { formatText, isKeyOf, type Locale, type Text } from '@adsite/contract'
import type { ViewingKind } from '../db/schema/people/notification.ts'

const texts: Readonly<Record<ViewingKind, Text>> = {
  viewed_as: {
    ja: '管理者が「{{name}}」さんに表示される画面を閲覧しました（閲覧のみで、変更はできません）。理由：{{reason}}',
    en: 'An administrator looked at the site as {{name}} sees it, without being able to change anything. Reason: {{reason}}',
  },
}

/** The text of a notification that an administrator has viewed the site as a user of the account; null for other kinds. */
export function viewingText(kind: string, params: Readonly<Record<string, string>>, locale: Locale): string | null {
  return isKeyOf(texts, kind) ? formatText(texts[kind][locale], params) : null
}
