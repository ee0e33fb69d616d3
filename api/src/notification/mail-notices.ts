import { notificationKinds, notificationText, siteName, type Locale } from '@adsite/contract'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { RootDatabase } from '../db/connect.ts'
import { accounts, memberships, notificationConfirmations, notifications, users } from '../db/schema.ts'
import { mailContent, type MailContent, type MailTexts } from '../mail/mail-content.ts'
import type { MailWriter } from '../mail/mail-jobs.ts'
import type { MailService } from '../mail/mail-service.ts'
import { members } from '../notify/notice-recipients.ts'
import { shownAs } from './shown-as.ts'

/** Notices that one mail tells of; further ones are counted. */
const told = 20
/** Characters of a notice that the subject shows. */
const subjectLength = 60

/** A notice as a mail tells of it. */
interface ToldNotice {
  readonly account: string
  readonly text: string
}

/**
 * The page that shows these notices: the home page of their account, or what a single one is about (as /reflection takes it).
 * Readers who are in another account are asked to switch; where the notices are of several, the home page of the one in use.
 */
function pathTo(notices: readonly { readonly account_id: number; readonly about: Readonly<Record<string, string>> }[]): `/${string}` {
  const [first, ...others] = notices
  if (!first || others.some(({ account_id }) => account_id !== first.account_id)) return '/'
  const about = others.length === 0 ? first.about : { to: '/' }
  return `/reflection?${new URLSearchParams({ account_id: String(first.account_id), ...about }).toString()}`
}

interface Links {
  /** The page that shows the notices. */
  readonly site: string
  /** The page where the user chooses which mails to get. */
  readonly settings: string
}

/** A mail of one notice, or of several. */
export function noticeMail(notices: readonly ToldNotice[], name: string, links: Links, locale: Locale): MailContent {
  const [first] = notices
  const shown = notices.slice(0, told)
  const more = notices.length - shown.length
  const single = notices.length === 1 ? [...(first?.text ?? '')] : []
  const texts: MailTexts = {
    subject:
      single.length > 0
        ? { ja: '【{{site}}】{{text}}', en: '{{site}}: {{text}}' }
        : { ja: '【{{site}}】通知が{{count}}件あります', en: '{{site}}: {{count}} notifications' },
    body: [
      { ja: '{{name}} 様', en: 'Dear {{name}},' },
      ...shown.map((_, index) => ({ ja: `・［{{account_${index}}}］{{text_${index}}}`, en: `- [{{account_${index}}}] {{text_${index}}}` })),
      ...(more > 0 ? [{ ja: 'ほかに{{more}}件の通知があります。', en: 'And {{more}} more.' }] : []),
    ],
    action: { ja: 'サイトで確認する', en: 'Open the site' },
    closing: [
      {
        ja: 'メールで受け取る通知の種類は、マイアカウントで変更できます: {{settings}}',
        en: 'Choose which notifications you get by mail: {{settings}}',
      },
    ],
  }
  const text = single.length > subjectLength ? `${single.slice(0, subjectLength).join('')}…` : single.join('')
  const listed = shown.flatMap((notice, index) => [
    [`account_${index}`, notice.account],
    [`text_${index}`, notice.text],
  ])
  const values = {
    site: siteName[locale],
    name,
    text,
    count: notices.length,
    more,
    settings: links.settings,
    ...Object.fromEntries(listed),
  }
  return mailContent(texts, values, links.site, locale)
}

/**
 * Mails the notices to their reader, in their language: those that they have not read, that nobody has settled and whose account
 * they can still use. Sends nothing if none is left.
 */
export async function mailNotices(
  db: RootDatabase,
  mail: MailService,
  { recipient, notification_ids }: Parameters<MailWriter>[0],
): Promise<void> {
  const [user] = await db.select({ id: users.id, name: users.name, locale: users.locale }).from(users).where(eq(users.email, recipient))
  if (!user) return
  const { confirmed_at, notification_id, account_id, user_id } = notificationConfirmations
  const rows = await db
    .select({
      kind: notifications.kind,
      params: notifications.params,
      entity_id: notifications.entity_id,
      account_id: accounts.id,
      account: accounts.name,
    })
    .from(notifications)
    .innerJoin(accounts, eq(accounts.id, notifications.account_id))
    .leftJoin(
      notificationConfirmations,
      and(eq(account_id, notifications.account_id), eq(notification_id, notifications.id), eq(user_id, user.id)),
    )
    .where(
      and(
        inArray(notifications.id, [...notification_ids]),
        isNull(notifications.settled_at),
        isNull(confirmed_at),
        sql`exists (select from ${members(sql`${users.id} = ${user.id} and ${memberships.account_id} = ${notifications.account_id}`)})`,
      ),
    )
    .orderBy(asc(notifications.id))
  const { locale, name } = user
  const notices = rows.map(({ account, account_id: of, ...row }) => {
    const shown = shownAs(row, locale)
    const { route } = notificationKinds[shown.kind]
    const about: Readonly<Record<string, string>> =
      route !== null && row.entity_id !== null ? { route, id: String(row.entity_id) } : { to: ('page' in shown && shown.page) || '/' }
    return { account, account_id: of, text: notificationText(shown, locale), about }
  })
  if (notices.length === 0) return
  const links = { site: mail.page(pathTo(notices)), settings: mail.page('/account') }
  await mail.send({ to: recipient, ...noticeMail(notices, name, links, locale) })
}
