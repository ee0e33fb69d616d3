import { siteName, type Locale, type Text } from '@adsite/contract'
import { eq } from 'drizzle-orm'
import type { RootDatabase } from '../db/connect.ts'
import type { IncidentOutcome } from '../db/schema/people/release-incident.ts'
import { users } from '../db/schema.ts'
import { mailContent, type MailContent, type MailTexts } from '../mail/mail-content.ts'
import type { MailWriter } from '../mail/mail-jobs.ts'
import type { MailService } from '../mail/mail-service.ts'
import { readIncident, textsOf, type Incident } from './tell-operators.ts'

/** What the subject says, and what the command is for. */
interface Words {
  readonly subject: Text
  readonly command: Text
}

const decide: Words = {
  subject: {
    ja: '【{{site}}】「{{unit}}」のビルド {{build}} への対応を決めてください',
    en: '{{site}}: please decide about {{unit}} {{build}}',
  },
  command: { ja: 'コマンドでロールバックする場合: {{command}}', en: 'To roll it back on the command line: {{command}}' },
}

const words: Readonly<Record<IncidentOutcome, Words>> = {
  rolled_back: {
    subject: {
      ja: '【{{site}}】「{{unit}}」を自動でロールバックしました',
      en: '{{site}}: {{unit}} was rolled back automatically',
    },
    command: {
      ja: '原因がほかにあった場合に、コマンドで再び公開するには: {{command}}',
      en: 'If the cause was elsewhere, promote it again on the command line: {{command}}',
    },
  },
  frozen: decide,
  second: decide,
  no_target: decide,
  shell: decide,
  degraded: {
    subject: {
      ja: '【{{site}}】「{{unit}}」のリリースのポインターを修復してください',
      en: '{{site}}: please repair the pointer of {{unit}}',
    },
    command: { ja: '修復するコマンド: {{command}}', en: 'To repair it on the command line: {{command}}' },
  },
}

/** The mail of an incident: the text of its notification, what is wrong beyond it, and what to do. */
export function incidentMail(incident: Incident, link: string, locale: Locale): MailContent {
  const { outcome, unit, build, details } = incident
  const { subject, command } = words[outcome]
  const texts: MailTexts = {
    subject,
    body: [textsOf(incident)],
    action: { ja: 'リリース管理を開く', en: 'Open the releases page' },
    closing: [
      ...(details.why === null ? [] : [{ ja: '詳細: {{why}}', en: 'Details: {{why}}' }]),
      ...(details.command === null ? [] : [command]),
    ],
  }
  const values = { site: siteName[locale], unit, build, why: details.why ?? '', command: details.command ?? '' }
  return mailContent(texts, values, link, locale)
}

/** Mails an incident to one administrator, in their language. Does nothing for a user who is gone. */
export async function mailIncident(
  db: RootDatabase,
  mail: MailService,
  { recipient, incident_id }: Parameters<MailWriter>[0],
): Promise<void> {
  const [user] = await db.select({ locale: users.locale }).from(users).where(eq(users.email, recipient))
  if (!user) return
  const content = incidentMail(await readIncident(db, incident_id), mail.page('/releases'), user.locale)
  await mail.send({ to: recipient, ...content })
}
