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
  // Expired ones are among them, so that they can be sent again.
  const query = { role: kind, status: 'SENT,EXPIRED', limit: '20' } as const
  const { data, error, refetch } = useApiQuery(invitationRecordEndpoints.list, { query })
  const href = shell.href('invitation.list')
  if (error && !data) {
    return (
      <section className={`${styles.panel} ${styles.failed}`}>
        <PartFailure error={error} retry={() => void refetch()} />
      </section>
    )
  }
  if (!data || data.data.length === 0) return null
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 className={styles.title} id={heading}>
          {t('open_invitations', { count: data.page.total })}
        </h2>
        {href === null ? null : <Link to={`${href}?${new URLSearchParams({ role: kind }).toString()}`}>{t('all_invitations')}</Link>}
      </div>
      <ul className={styles.list}>
        {data.data.slice(0, shown).map((record) => (
          <InvitationRow key={record.id} record={record} />
        ))}
      </ul>
    </section>
  )
}
