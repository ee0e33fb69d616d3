import type { ApiKey } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { useId, useState, type ReactNode } from 'react'
import { BusyButton } from '../element/BusyButton.tsx'
import { useComingFocus } from '../form/use-step-focus.ts'
import styles from './api-key.module.css'
import { useApiKeyText } from './texts.ts'

interface RowProps {
  readonly apiKey: ApiKey
  /** Whose it is, where the reader does not know. */
  readonly owned: boolean
  readonly busy: boolean
  readonly onRevoke: (id: number) => void
}

const hasEnded = ({ revoked_at, expires_at }: ApiKey) => revoked_at !== null || new Date(expires_at) <= new Date()

function KeyRow({ apiKey, owned, busy, onRevoke }: RowProps): ReactNode {
  const text = useApiKeyText()
  const language = useLanguage()
  const [asked, setAsked] = useState(false)
  const revoke = useComingFocus(asked)
  const { id, name, start, owner, account_name, scopes, networks, expires_at, last_used_at, last_used_address, revoked_at } = apiKey
  const time = (at: string) => formatDateTime(at, language)
  const ended = revoked_at === null ? 'ended_expired' : 'ended_revoked'
  const facts = [
    ...(owned ? [owner] : []),
    account_name,
    text('expires', { at: time(expires_at) }),
    last_used_at === null ? text('unused') : text('used', { at: time(last_used_at), address: last_used_address ?? '' }),
    networks.length === 0 ? text('anywhere') : networks.join(' '),
  ]
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.name}>
          {name} <code>{start}…</code>
          {hasEnded(apiKey) && <span className={styles.mark}>{text(ended)}</span>}
        </p>
        <p className={styles.help}>{facts.join(' ・ ')}</p>
        <p className={styles.help}>{scopes.join(' ')}</p>
        {asked && (
          <p className={styles.help} role="alert">
            {text('revoke_sure', { name })}
          </p>
        )}
      </div>
      {!hasEnded(apiKey) && (
        <div className={styles.row}>
          {asked && (
            <button type="button" className={styles.plain} onClick={() => setAsked(false)}>
              {text('cancel')}
            </button>
          )}
          <BusyButton
            ref={revoke}
            className={styles.plain}
            busy={busy}
            aria-label={text('revoke_named', { name, start })}
            onClick={() => (asked ? onRevoke(id) : setAsked(true))}
          >
            {text('revoke')}
          </BusyButton>
        </div>
      )}
    </li>
  )
}

/** Keys that work, and on demand those that have ended. Revoking asks first. */
export function KeyList({ keys, ...row }: { readonly keys: readonly ApiKey[] } & Omit<RowProps, 'apiKey'>): ReactNode {
  const text = useApiKeyText()
  const id = useId()
  const [withEnded, setWithEnded] = useState(false)
  const ended = keys.filter(hasEnded)
  const shown = withEnded ? keys : keys.filter((each) => !hasEnded(each))
  return (
    <>
      {shown.length === 0 && <p className={styles.help}>{text('none')}</p>}
      <ul className={styles.items}>
        {shown.map((each) => (
          <KeyRow key={each.id} apiKey={each} {...row} />
        ))}
      </ul>
      {ended.length > 0 && (
        <div className={styles.scope}>
          <input id={id} type="checkbox" checked={withEnded} onChange={() => setWithEnded(!withEnded)} />
          <label htmlFor={id}>{text('show_ended', { count: ended.length })}</label>
        </div>
      )}
    </>
  )
}
