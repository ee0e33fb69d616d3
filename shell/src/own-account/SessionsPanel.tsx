import { call, useApiQuery } from '@adsite/api-client'
import { ownSessionEndpoints, type OwnSession } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { usePlaceFocus } from '@adsite/screen-kit'
import { useState, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { runAction } from '../alert/run-action.ts'
import { CardFailure, CardWaiting } from '../dashboard/Card.tsx'
import { BusyButton } from '../element/BusyButton.tsx'
import styles from './own-account.module.css'
import { Panel } from './Panel.tsx'
import { useOwnAccountText } from './texts.ts'

interface RowProps {
  readonly session: OwnSession
  readonly busy: boolean
  readonly onEnd: () => void
}

function SessionRow({ session: { device, address, account_name, signed_in_at, last_used_at, current }, busy, onEnd }: RowProps): ReactNode {
  const text = useOwnAccountText()
  const language = useLanguage()
  const name = device ?? text('unknown_device')
  const used = formatDateTime(last_used_at, language)
  const facts = {
    used,
    address: address ?? text('unknown_address'),
    account: account_name,
    signed_in: formatDateTime(signed_in_at, language),
  }
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.device}>
          {name}
          {current && <span className={styles.here}>{text('this_one')}</span>}
        </p>
        <p className={styles.help}>{text('facts', facts)}</p>
      </div>
      {!current && (
        <BusyButton className={styles.end} busy={busy} aria-label={text('end_named', { device: name, used })} onClick={onEnd}>
          {text('end')}
        </BusyButton>
      )}
    </li>
  )
}

/** The sessions of the user, with the option to end the others. */
export function SessionsPanel({ hasPassword }: { hasPassword: boolean }): ReactNode {
  const text = useOwnAccountText()
  const { data, error, refetch } = useApiQuery(ownSessionEndpoints.list)
  const [busy, setBusy] = useState(false)
  const sessions = data?.data
  const panel = usePlaceFocus()

  async function end(work: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(true)
    const outcome = await runAction(work)
    await refetch()
    setBusy(false)
    if (outcome.done) showAlert('success', [done])
  }

  return (
    <Panel ref={panel} whole title={text('sessions')} help={text(hasPassword ? 'sessions_help' : 'sessions_help_no_password')}>
      {error && !sessions && <CardFailure error={error} retry={() => void refetch()} />}
      {!error && !sessions && <CardWaiting />}
      {sessions && (
        <ul className={styles.sessions}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={busy}
              onEnd={() => void end(() => call(ownSessionEndpoints.end, { params: { id: session.id } }), text('ended'))}
            />
          ))}
        </ul>
      )}
      {sessions?.length === 1 && <p className={styles.help}>{text('only_here')}</p>}
      {sessions && sessions.length > 1 && (
        <BusyButton
          className={styles.end}
          busy={busy}
          onClick={() => void end(() => call(ownSessionEndpoints.endOthers), text('ended_others'))}
        >
          {text('end_others')}
        </BusyButton>
      )}
    </Panel>
  )
}
