import { call, refresh, refreshed, useApiQuery } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import { accountUserEndpoints, roleLabel, roleOfCode, type Membership, type UserKind } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { RouteLink, useShell } from '@adsite/remote'
import { Dialog, PartFailure, useNavigateHere, WaitingChanges, WriteButton } from '@adsite/screen-kit'
import { useId, useState, type ReactNode } from 'react'
import { useScreenText } from './texts.ts'
import styles from './user.module.css'

/** The account's name, linked if it has a screen. */
function AccountName({ membership }: { membership: Membership }): ReactNode {
  const role = roleOfCode(membership.role)
  if (role === null || role === 'admin' || membership.record_id === null) return membership.name
  return (
    <RouteLink to={role === 'pg' ? 'publisher_group.detail' : `${role}.detail`} params={{ id: membership.record_id }}>
      {membership.name}
    </RouteLink>
  )
}

interface MembershipRowProps {
  readonly membership: Membership
  readonly onDefault: (() => void) | null
  readonly onLeave: () => void
}

function MembershipRow({ membership, onDefault, onLeave }: MembershipRowProps): ReactNode {
  const t = useScreenText()
  const localize = useLocalize()
  const language = useLanguage()
  const role = roleOfCode(membership.role)
  return (
    <li className={styles.membership}>
      <div className={styles.invitee}>
        <span>
          <AccountName membership={membership} /> {membership.is_default ? <span className={styles.default}>{t('default')}</span> : null}
        </span>
        <span className={styles.note}>
          {role ? localize(roleLabel(role)) : '—'} · {t('joined')} {formatDateTime(membership.joined_at, language)}
        </span>
      </div>
      <div className={styles.actions}>
        {onDefault && !membership.is_default ? (
          <WriteButton onClick={onDefault} aria-label={`${t('make_default')} ${membership.name}`}>
            {t('make_default')}
          </WriteButton>
        ) : null}
        <WriteButton danger onClick={onLeave} aria-label={`${t('leave')} ${membership.name}`}>
          {t('leave')}
        </WriteButton>
      </div>
    </li>
  )
}

/**
 * The accounts of a user with the role in each (spec/site "Accounts and users"): sets the default account, and
 * removes the user from accounts. Without an account of the kind, they are none of its users any more, and their page
 * gives way to the list. Above them: removals that wait for a second person.
 */
export function MembershipSection({ kind, userId }: { kind: UserKind; userId: number }): ReactNode {
  const t = useScreenText()
  const shell = useShell()
  const navigate = useNavigateHere()
  const heading = useId()
  const mayChange = useMay('user.update')
  const { memberships, leave, setDefault } = accountUserEndpoints[kind]
  const { data, error, refetch } = useApiQuery(memberships, { params: { id: userId } })
  const [leaving, setLeaving] = useState<Membership | null>(null)
  const [running, setRunning] = useState(false)
  const rows = data?.data

  async function act(action: () => Promise<unknown>, words: string, next: string | null = null): Promise<void> {
    setRunning(true)
    const { done } = await shell.run(action)
    // Refused, somebody else may have changed it.
    if (!done) refresh(leave)
    if (done && next !== null) void navigate(next)
    else await refreshed()
    if (done) shell.alert('success', [words], { autoClose: true })
    setRunning(false)
    setLeaving(null)
  }
  const makeDefault = ({ account_id, name }: Membership) =>
    act(() => call(setDefault, { params: { id: userId }, body: { account_id } }), t('default_made', { name }))
  async function remove({ account_id, name }: Membership): Promise<void> {
    const staysOfKind = rows?.some((other) => other.account_id !== account_id && roleOfCode(other.role) === kind)
    await act(
      () => call(leave, { params: { id: userId, account_id } }),
      t('left', { name }),
      staysOfKind ? null : shell.href(`${kind}_user.list`),
    )
  }

  return (
    <>
      <WaitingChanges entity="membership" id={userId} />
      <section className={styles.panel} aria-labelledby={heading} aria-busy={!rows && !error}>
        <h2 id={heading} className={`${styles.title} ${styles.head}`}>
          {t('accounts')}
        </h2>
        {error && !rows ? (
          <div className={styles.failed}>
            <PartFailure error={error} retry={() => void refetch()} />
          </div>
        ) : (
          <ul className={styles.list}>
            {(rows ?? []).map((membership) => (
              <MembershipRow
                key={membership.account_id}
                membership={membership}
                onDefault={mayChange ? () => void makeDefault(membership) : null}
                onLeave={() => setLeaving(membership)}
              />
            ))}
          </ul>
        )}
        <Dialog
          open={leaving !== null}
          title={t('leave_title')}
          okText={t('leave')}
          okButtonProps={{ danger: true }}
          confirmLoading={running}
          cancelText={t('cancel')}
          onOk={() => void (leaving && remove(leaving))}
          onCancel={() => setLeaving(null)}
        >
          {t('leave_text', { name: leaving?.name ?? '' })}
        </Dialog>
      </section>
    </>
  )
}
