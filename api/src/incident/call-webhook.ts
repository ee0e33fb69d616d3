import type { RootDatabase } from '../db/connect.ts'
import type { MailWriter } from '../mail/mail-jobs.ts'
import type { MailService } from '../mail/mail-service.ts'
import { postSigned } from '../webhook/post-signed.ts'
import { readIncident, textsOf } from './tell-operators.ts'
import type { WebhookSettings } from '../mail/webhook-settings.ts'

/** Time for an answer (milliseconds). Mails wait meanwhile. */
const patience = 5_000

/**
 * Posts an incident to the webhook of the operators, whose address comes from the environment and may be private. Does nothing
 * where it was taken away.
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
  const status = await postSigned(webhook.url, { id: `release_incident_${id}`, body }, { signers: [webhook.signer], patience })
  if (status < 200 || status >= 300) throw new Error(`The webhook answered ${status}`)
}
