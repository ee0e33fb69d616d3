import { ApiError, call } from '@adsite/api-client'
import { refreshSession } from '@adsite/auth'
import { roleLabel, roleOfCode, validationText, viewingEndpoints, viewingMinutes, viewingReason, type Membership } from '@adsite/contract'
import { useLanguage, useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { Dialog } from '@adsite/screen-kit'
import { Input, Radio } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { useScreenText } from './texts.ts'
import styles from './user.module.css'

interface ViewAsDialogProps {
  readonly userId: number
  readonly name: string
  /** At least one; the one that a sign-in starts in is the first. */
  readonly memberships: readonly Membership[]
  readonly onClose: () => void
}

/** Asks in which of the user's accounts to look, and why; then the page shows the site as the user sees it. */
export default function ViewAsDialog({ userId, name, memberships, onClose }: ViewAsDialogProps): ReactNode {
  const t = useScreenText()
  const localize = useLocalize()
  const language = useLanguage()
  const shell = useShell()
  const id = useId()
  const [account, setAccount] = useState(memberships[0]?.account_id)
  const [reason, setReason] = useState('')
  const [left, setLeft] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [starting, setStarting] = useState(false)
  const parsed = v.safeParse(viewingReason, reason)
  const faults = refused.length > 0 ? refused : left && !parsed.success ? [validationText(parsed.issues[0].message, language)] : []

  async function start(): Promise<void> {
    setLeft(true)
    if (account === undefined || !parsed.success) return
    const body = { user_id: userId, account_id: account, reason: parsed.output }
    setStarting(true)
    const { done, ...outcome } = await shell.run(async () => {
      await call(viewingEndpoints.start, { body })
      // The page then follows the session, and leaves this screen.
      await refreshSession()
    }, ['reason'])
    setStarting(false)
    if (done) return onClose()
    if ('error' in outcome && outcome.error instanceof ApiError) setRefused(outcome.error.errors['reason'] ?? [])
  }

  const labelOf = ({ name: account_name, role }: Membership) => {
    const key = roleOfCode(role)
    return key === null ? account_name : t('view_as_role', { account: account_name, role: localize(roleLabel(key)) })
  }
  return (
    <Dialog
      open
      title={t('view_as_title', { name })}
      okText={t('view_as_start')}
      cancelText={t('cancel')}
      confirmLoading={starting}
      mask={{ closable: false }}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <ul className={styles.terms}>
        <li>{t('view_as_reads')}</li>
        <li>{t('view_as_ends', { minutes: viewingMinutes })}</li>
        <li>{t('view_as_told')}</li>
      </ul>
      <p className={styles.label} id={`${id}-account`}>
        {t('view_as_account')}
      </p>
      <Radio.Group
        aria-labelledby={`${id}-account`}
        className={styles.choices}
        value={account}
        onChange={({ target }) => setAccount(Number(target.value))}
        options={memberships.map((membership) => ({ value: membership.account_id, label: labelOf(membership) }))}
      />
      <label className={styles.label} htmlFor={`${id}-reason`}>
        {t('view_as_reason')} <span className={styles.required}>{t('required')}</span>
      </label>
      <Input.TextArea
        id={`${id}-reason`}
        rows={3}
        value={reason}
        placeholder={t('view_as_example')}
        aria-required
        aria-invalid={faults.length > 0}
        aria-describedby={`${id}-fault`}
        {...(faults.length > 0 ? { status: 'error' as const } : {})}
        onBlur={() => setLeft(reason !== '')}
        onChange={({ target }) => {
          setReason(target.value)
          setRefused([])
        }}
      />
      <p className={styles.fault} id={`${id}-fault`} role={faults.length > 0 ? 'alert' : undefined}>
        {faults.join(' ')}
      </p>
    </Dialog>
  )
}
