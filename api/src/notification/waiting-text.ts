import { formatText, isKeyOf, type Locale, type Text } from '@adsite/contract'
import type { WaitingKind } from '../db/schema/people/notification.ts'
import { requestName } from '../resource/mapping/request-name.ts'

const notices: Readonly<Record<WaitingKind, { readonly text: Text; readonly page: string }>> = {
  factor_reset_waiting: {
    text: {
      ja: '「{{name}}」さん（{{email}}）が、失った二段階認証の解除を依頼しています。本人からの依頼であることを確かめてから、承認または却下してください。',
      en: '{{name}} ({{email}}) asks to have lost second factors reset. Make sure that it was them, then confirm or refuse it.',
    },
    page: '/op/factor_requirement',
  },
  change_request_waiting: {
    text: {
      ja: '「{{name}}」の変更が、ほかの担当者の承認を待っています。内容を確認して、承認または却下してください。',
      en: 'A change of “{{name}}” waits for a second person. Please approve or reject it.',
    },
    page: '/op/change_request',
  },
  change_request_approved: {
    text: {
      ja: '申請した「{{name}}」の変更が承認され、反映されました。理由：{{reason}}',
      en: 'Your change of “{{name}}” was approved and made. Reason: {{reason}}',
    },
    page: '/op/change_request?state=ended',
  },
  change_request_rejected: {
    text: {
      ja: '申請した「{{name}}」の変更が却下されました。理由：{{reason}}',
      en: 'Your change of “{{name}}” was rejected. Reason: {{reason}}',
    },
    page: '/op/change_request?state=ended',
  },
  change_request_lapsed: {
    text: {
      ja: '申請した「{{name}}」の変更は、期限までに承認されなかったため失効しました。',
      en: 'Your change of “{{name}}” lapsed, since nobody approved it in time.',
    },
    page: '/op/change_request?state=ended',
  },
  change_request_outdated: {
    text: {
      ja: '申請した「{{name}}」の変更は、申請の後に対象の状態または内容が変わったため失効しました。必要な場合は、現在の内容を確認して申請し直してください。',
      en: 'Your change of “{{name}}” lapsed, since what it is about has changed. If it is still needed, check what is there now and ask for it again.',
    },
    page: '/op/change_request?state=ended',
  },
}

/** A notification of what waits for somebody to decide, as a message that leads to where they do; null for other kinds. */
export function waitingMessage(kind: string, params: Readonly<Record<string, string>>, locale: Locale) {
  if (!isKeyOf(notices, kind)) return null
  const { text, page } = notices[kind]
  const { record, name = '' } = params
  const named = record === undefined ? params : { ...params, name: requestName({ entity: record, name }, locale) }
  return { kind: 'message', entity: null, entity_id: null, params: { text: formatText(text[locale], named) }, page } as const
}
