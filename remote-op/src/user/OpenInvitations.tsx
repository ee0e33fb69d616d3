import { useApiQuery } from '@adsite/api-client'
import { invitation, invitationRecordEndpoints, invitationStatuses, type UserKind, type ResourceRecord } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { RouteLink, useShell } from '@adsite/remote'
import { PartFailure, RecordActions, StateTag } from '@adsite/screen-kit'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useScreenText } from './texts.ts'
import styles from './user.module.css'

/** Number of invitations shown above the users; all are in their own list. */
const shown = 3

function InvitationRow({ record }: { record: ResourceRecord<typeof invitation> }): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const status = invitationStatuses.items.find(({ key }) => key === record.status)
  return (
    <li className={styles.invitation}>
      <div className={styles.invitee}>
        <RouteLink to="invitation.detail" params={{ id: record.id }}>
          {record.email}
        </RouteLink>
        <span className={styles.note}>
          {record.refs.account_id} · {t('expires', { at: formatDateTime(record.expires_at, language) })}
        </span>
      </div>
      {status ? <StateTag choice={status} /> : null}
      <div className={styles.actions}>
        <RecordActions resource={invitation} endpoints={invitationRecordEndpoints} record={record} />
      </div>
    </li>
  )
}

/** Invitations to accounts of a kind that nobody has accepted yet, with their actions; renders nothing if there are none. */
export function OpenInvitations({ kind }: { kind: UserKind }): ReactNode {
  const t = useScreenText()
  const shell = useShell()
  const heading = useId()
  const query = { role: kind, status: 'SENT,EXPIRED' }
  const open = useApiQuery(invitationRecordEndpoints.list, { query: { ...query, limit: '20' } })
  // Counts only valid invitations; expired ones are listed so that they can be resent.
  const waiting = useApiQuery(invitationRecordEndpoints.list, { query: { ...query, status: 'SENT', limit: '20' } })
  const failed = [open, waiting].find(({ data, error }) => error && !data)
  const href = shell.href('invitation.list')
  if (failed?.error) {
    return (
      <section className={`${styles.panel} ${styles.failed}`}>
        <PartFailure error={failed.error} retry={() => void Promise.all([open.refetch(), waiting.refetch()])} />
      </section>
    )
  }
  const rows = open.data?.data ?? []
  if (rows.length === 0 || !waiting.data) return null
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 className={styles.title} id={heading}>
          {t('open_invitations', { count: waiting.data.page.total })}
        </h2>
        {href === null ? null : <Link to={`${href}?${new URLSearchParams({ role: kind }).toString()}`}>{t('all_invitations')}</Link>}
      </div>
      <ul className={styles.list}>
        {rows.slice(0, shown).map((record) => (
          <InvitationRow key={record.id} record={record} />
        ))}
      </ul>
    </section>
  )
}
