import { call, useApiQuery } from '@adsite/api-client'
import { refreshSession } from '@adsite/auth'
import { factorEndpoints, type OwnFactor } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { Dialog, usePlaceFocus } from '@adsite/screen-kit'
import { useState, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { runAction } from '../alert/run-action.ts'
import { CardFailure, CardWaiting } from '../dashboard/Card.tsx'
import { BusyButton } from '../element/BusyButton.tsx'
import { AddPasskey } from '../factor/AddPasskey.tsx'
import { AddTotp } from '../factor/AddTotp.tsx'
import { dialogWidth } from '../factor/dialog-width.ts'
import { passkeysWork } from '../factor/passkeys.ts'
import { RecoveryCodes } from '../factor/RecoveryCodes.tsx'
import { useFactorText } from '../factor/texts.ts'
import styles from './own-account.module.css'
import { Panel } from './Panel.tsx'

const kindLabels = { passkey: 'kind_passkey', totp: 'kind_totp' } as const

/** What people call a factor: the name of a passkey, and the one authenticator app. */
function useFactorName(): (factor: OwnFactor) => string {
  const text = useFactorText()
  return ({ kind, name }) => (kind === 'passkey' ? `${text('kind_passkey')} “${name}”` : text(kindLabels[kind]))
}

function FactorRow({ factor, busy, onRemove }: { factor: OwnFactor; busy: boolean; onRemove: () => void }): ReactNode {
  const text = useFactorText()
  const language = useLanguage()
  const name = useFactorName()(factor)
  const used = factor.last_used_at === null ? text('never_used') : formatDateTime(factor.last_used_at, language)
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.device}>{name}</p>
        <p className={styles.help}>{text('facts', { added: formatDateTime(factor.created_at, language), used })}</p>
      </div>
      <BusyButton className={styles.end} busy={busy} aria-label={text('remove_named', { name })} onClick={onRemove}>
        {text('remove')}
      </BusyButton>
    </li>
  )
}

/** What is open above the panel. */
type Open =
  | { readonly what: 'totp' | 'passkey' }
  | { readonly what: 'codes'; readonly codes: readonly string[] }
  | { readonly what: 'renew' }
  | { readonly what: 'remove'; readonly factor: OwnFactor }

interface OpenDialogProps {
  readonly open: Open
  readonly isLast: boolean
  readonly onClose: () => void
  readonly onAdded: (codes: readonly string[] | null) => void
  readonly onRemove: (factor: OwnFactor) => void
  readonly onRenew: () => void
}

function OpenDialog({ open, isLast, onClose, onAdded, onRemove, onRenew }: OpenDialogProps): ReactNode {
  const text = useFactorText()
  const nameOf = useFactorName()
  if (open.what === 'remove' || open.what === 'renew') {
    const question =
      open.what === 'remove'
        ? {
            title: text('remove_title', { name: nameOf(open.factor) }),
            help: text(isLast ? 'remove_last' : 'remove_help'),
            ok: text('remove'),
            run: () => onRemove(open.factor),
          }
        : { title: text('recovery_renew_title'), help: text('recovery_renew_help'), ok: text('recovery_renew_ok'), run: onRenew }
    return (
      <Dialog
        open
        title={question.title}
        width={dialogWidth}
        okText={question.ok}
        okButtonProps={{ danger: true }}
        cancelText={text('cancel')}
        onOk={question.run}
        onCancel={onClose}
      >
        <p>{question.help}</p>
      </Dialog>
    )
  }
  const titles = { totp: 'add_totp', passkey: 'add_passkey', codes: 'recovery_title' } as const
  return (
    <Dialog
      open
      title={text(titles[open.what])}
      width={dialogWidth}
      footer={null}
      onCancel={onClose}
      // Codes are shown once: neither a click beside the dialog nor Escape must lose them.
      mask={{ closable: open.what !== 'codes' }}
      keyboard={open.what !== 'codes'}
    >
      {open.what === 'totp' && <AddTotp onAdded={onAdded} />}
      {open.what === 'passkey' && <AddPasskey onAdded={onAdded} />}
      {open.what === 'codes' && <RecoveryCodes codes={open.codes} onDone={onClose} />}
    </Dialog>
  )
}

/** The factors of the user besides the password: passkeys, the authenticator app and recovery codes. */
export function FactorsPanel(): ReactNode {
  const text = useFactorText()
  const { data, error, refetch } = useApiQuery(factorEndpoints.list)
  const [open, setOpen] = useState<Open | null>(null)
  const [busy, setBusy] = useState(false)
  const own = data?.data
  const factors = own?.factors ?? []
  const close = () => setOpen(null)
  const panel = usePlaceFocus()

  /** Only who has none is told from when they need one. */
  const updateNotice = () => void refreshSession().catch(() => undefined)
  function added(codes: readonly string[] | null): void {
    showAlert('success', [text('added')])
    setOpen(codes ? { what: 'codes', codes } : null)
    void refetch()
    updateNotice()
  }
  async function run<T>(work: () => Promise<T>, done: (result: T) => void): Promise<void> {
    setBusy(true)
    const outcome = await runAction(work)
    await refetch()
    setBusy(false)
    if (outcome.done) done(outcome.value)
  }
  function remove({ id }: OwnFactor): void {
    close()
    void run(
      () => call(factorEndpoints.remove, { params: { id } }),
      () => {
        showAlert('success', [text('removed')])
        updateNotice()
      },
    )
  }

  function renew(): void {
    close()
    void run(
      () => call(factorEndpoints.renewRecoveryCodes),
      ({ data: { recovery_codes: codes } }) => setOpen({ what: 'codes', codes }),
    )
  }

  return (
    <Panel ref={panel} whole title={text('factors')} help={text('factors_help')}>
      {error && !own && <CardFailure error={error} retry={() => void refetch()} />}
      {!error && !own && <CardWaiting />}
      {own && (
        <>
          {factors.length === 0 && <p className={styles.help}>{text('no_factors')}</p>}
          <ul className={styles.sessions}>
            {factors.map((factor) => (
              <FactorRow key={factor.id} factor={factor} busy={busy} onRemove={() => setOpen({ what: 'remove', factor })} />
            ))}
          </ul>
          <div className={styles.buttons}>
            <BusyButton className={styles.end} busy={busy} disabled={!passkeysWork()} onClick={() => setOpen({ what: 'passkey' })}>
              {text('add_passkey')}
            </BusyButton>
            <BusyButton className={styles.end} busy={busy} onClick={() => setOpen({ what: 'totp' })}>
              {text(factors.some(({ kind }) => kind === 'totp') ? 'replace_totp' : 'add_totp')}
            </BusyButton>
          </div>
          {!passkeysWork() && <p className={styles.help}>{text('passkeys_unavailable')}</p>}
          {own.recovery_codes_left !== null && (
            <div className={styles.codes}>
              <p>{text('recovery_left', { left: own.recovery_codes_left })}</p>
              <p className={styles.help}>{text('recovery_renew_help')}</p>
              <BusyButton className={styles.end} busy={busy} onClick={() => setOpen({ what: 'renew' })}>
                {text('recovery_renew')}
              </BusyButton>
            </div>
          )}
        </>
      )}
      {open && <OpenDialog open={open} isLast={factors.length === 1} onClose={close} onAdded={added} onRemove={remove} onRenew={renew} />}
    </Panel>
  )
}
