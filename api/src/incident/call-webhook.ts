import type { RootDatabase } from '../db/connect.ts'
import type { MailWriter } from '../mail/mail-jobs.ts'
import type { MailService } from '../mail/mail-service.ts'
import { readIncident, textsOf } from './tell-operators.ts'
import type { WebhookSettings } from '../mail/webhook-settings.ts'

/** Time for an answer (milliseconds). Mails wait meanwhile. */
const patience = 5_000

/**
 * Posts an incident to the webhook, signed as Standard Webhooks says. Repeated attempts have the same id. Redirects are not
 * followed: what is sent is for the configured address alone. Does nothing where the webhook was taken away.
 */
export async function callWebhook(
  db: RootDatabase,
  mail: MailService,
  webhook: WebhookSettings | undefined,
  { incident_id }: Parameters<MailWriter>[0],
): Promise<void> {
  if (!webhook) return
  const incident = await readIncident(db, incident_id)
  const { id, unit, build, outcome, details, created_at } = incident
  const body = JSON.stringify({
    type: `release.${outcome}`,
    timestamp: created_at.toISOString(),
    data: {
      unit,
      build,
      ...details,
      text: textsOf(incident),
      page: mail.page('/releases'),
    },
  })
  const message = `release_incident_${id}`
  const now = new Date()
  const answer = await fetch(webhook.url, {
    method: 'POST',
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': message,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': webhook.signer.sign(message, now, body),
    },
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`The webhook answered ${answer.status}`)
}
