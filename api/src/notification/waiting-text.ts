import { formatText, isKeyOf, type Locale, type Text } from '@adsite/contract'
import type { WaitingKind } from '../db/schema/people/notification.ts'

const notices: Readonly<Record<WaitingKind, { readonly text: Text; readonly page: string }>> = {
  factor_reset_waiting: {
    text: {
      ja: '「{{name}}」さん（{{email}}）が、失った二段階認証の解除を依頼しています。本人からの依頼であることを確かめてから、承認または却下してください。',
      en: '{{name}} ({{email}}) asks to have lost second factors reset. Make sure that it was them, then confirm or refuse it.',
    },
    page: '/op/factor_requirement',
  },
}

/** A notification of what waits for somebody to decide, as a message that leads to where they do; null for other kinds. */
export function waitingMessage(kind: string, params: Readonly<Record<string, string>>, locale: Locale) {
  if (!isKeyOf(notices, kind)) return null
  const { text, page } = notices[kind]
  return { kind: 'message', entity: null, entity_id: null, params: { text: formatText(text[locale], params) }, page } as const
}
