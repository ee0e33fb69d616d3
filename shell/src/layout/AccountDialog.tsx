import { switchAccount, useAccounts, useConstants } from '@adsite/auth'
import { roleLabel, validationTexts, type Role } from '@adsite/contract'
import { useLanguage, useLocalize } from '@adsite/i18n'
import { Dialog } from '@adsite/screen-kit'
import { Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { runAction } from '../alert/run-action.ts'
import { useCommonText, useShellText } from '../base/use-shell-text.ts'

/** spec/site "Sizes" */
const dialogWidth = 500

/** The name of a role from the API's constants, or this build's name until they are loaded. */
function useRoleText(): (role: Role) => string {
  const language = useLanguage()
  const known = useConstants()?.['role']
  return (role) => known?.find(({ key }) => key === role)?.[language] ?? roleLabel(role)[language]
}

/** アカウント選択 (spec/site "Header"; spec/site "Account switching"). The layout then navigates to /tmp. */
export default function AccountDialog({ onClose }: { onClose: () => void }): ReactNode {
  const shellText = useShellText()
  const common = useCommonText()
  const localize = useLocalize()
  const roleText = useRoleText()
  const accounts = useAccounts()
  const current = accounts.find((account) => account.isCurrent)?.accountId
  const [chosen, setChosen] = useState(current)
  const [switching, setSwitching] = useState(false)

  async function choose(): Promise<void> {
    if (chosen === undefined) return showAlert('error', [localize(validationTexts.account_required)])
    if (chosen === current) return onClose()
    setSwitching(true)
    const { done } = await runAction(() => switchAccount(chosen))
    if (!done) return setSwitching(false)
    showAlert('info', [shellText('account_switched')])
    onClose()
  }

  return (
    <Dialog
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
        onChange={({ target }) => setChosen(Number(target.value))}
        style={{ display: 'grid', gap: 12, padding: '8px 0' }}
        options={accounts.map(({ accountId, name, role }) => ({ value: accountId, label: `${roleText(role)} ${name}` }))}
      />
      <p style={{ margin: '8px 0 0', color: 'var(--accent)' }}>{shellText('switch_keeps_input')}</p>
    </Dialog>
  )
}
