import { isKeyOf, notificationKinds, type Locale } from '@adsite/contract'
import type { notifications } from '../db/schema.ts'
import { incidentText } from './incident-text.ts'
import { viewingText } from './viewing-text.ts'
import { waitingMessage } from './waiting-text.ts'
import { webhookText } from './webhook-text.ts'

type Stored = Pick<typeof notifications.$inferSelect, 'kind' | 'params'>

/** A notification as pages and mails know it: one about a release, a webhook, a view or what waits is a message, in the language of its reader. */
export function shownAs({ kind, params }: Stored, locale: Locale) {
  if (isKeyOf(notificationKinds, kind)) return { kind, params }
  const ofWebhook = webhookText(kind, params, locale)
  if (ofWebhook !== null) return { kind: 'message', params: { text: ofWebhook }, page: '/integrations' } as const
  const ofViewing = viewingText(kind, params, locale)
  if (ofViewing !== null) return { kind: 'message', params: { text: ofViewing } } as const
  const waiting = waitingMessage(kind, params, locale)
  if (waiting) return waiting
  return { kind: 'message', params: { text: incidentText(kind, params, locale) ?? '' }, page: '/releases' } as const
}
