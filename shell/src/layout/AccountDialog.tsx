import { switchAccount, useAccounts } from '@adsite/auth'
import { roleLabel, validationTexts } from '@adsite/contract'
import { useText } from '@adsite/i18n'
import { Modal, Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { useCommonText, useShellText } from '../use-shell-text.ts'

/** SPEC section 9. */
const dialogWidth = 500

/** アカウント選択 (SPEC section 2, "Header", and section 4, "Account switching"). The way to /tmp is the layout's. */
export default function AccountDialog({ onClose }: { onClose: () => void }): ReactNode {
  const shellText = useShellText()
  const common = useCommonText()
  const text = useText()
  const accounts = useAccounts()
  const current = accounts.find((account) => account.isCurrent)?.accountId
  const [chosen, setChosen] = useState(current)
  const [switching, setSwitching] = useState(false)

  async function choose(): Promise<void> {
    if (chosen === undefined) return showAlert('error', [text(validationTexts.account_required)])
    if (chosen === current) return onClose()
    setSwitching(true)
    try {
      await switchAccount(chosen)
      showAlert('info', [shellText('account_switched')])
      onClose()
    } catch (error) {
      setSwitching(false)
      showAlert('error', [error instanceof Error ? error.message : String(error)])
    }
  }

  return (
    <Modal
      open
      title={shellText('select_account')}
      width={dialogWidth}
      okText={common('select')}
      cancelText={common('cancel')}
      confirmLoading={switching}
      onOk={() => void choose()}
      onCancel={onClose}
    >
      <Radio.Group
        aria-label={shellText('select_account')}
        value={chosen}
        onChange={({ target }) => setChosen(target.value as number)}
        style={{ display: 'grid', gap: 12, padding: '8px 0' }}
        options={accounts.map(({ accountId, name, role }) => ({ value: accountId, label: `${text(roleLabel(role))} ${name}` }))}
      />
      <p style={{ margin: '8px 0 0', color: 'var(--accent)' }}>{shellText('switch_loses_input')}</p>
    </Modal>
  )
}
