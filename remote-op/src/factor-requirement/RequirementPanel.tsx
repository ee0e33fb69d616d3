import { call, useApiQuery } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import { factorRequirementEndpoints, roleLabel, type Role } from '@adsite/contract'
import { formatDate, useLanguage, useLocalize } from '@adsite/i18n'
import { lazyDialog, Panel } from '@adsite/screen-kit'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import styles from './factor-requirement.module.css'
import type { RequirementDialogProps } from './RequirementDialog.tsx'
import { useRequiredFrom } from './RequirementRow.tsx'
import { useRequirementText } from './texts.ts'

const RequirementDialog = lazyDialog<RequirementDialogProps>(
  () => import('./RequirementDialog.tsx').then((module) => ({ default: module.RequirementDialog })),
  ({ onClose }) => onClose(),
)

interface Props {
  readonly accountId: number
  readonly kind: Role
  readonly name: string
}

/** On the page of an account: from when its users need a second factor. */
export function RequirementPanel({ accountId, kind, name }: Props): ReactNode {
  return useMay('factor.require') ? <Setting accountId={accountId} kind={kind} name={name} /> : null
}

function Setting({ accountId, kind, name }: Props): ReactNode {
  const text = useRequirementText()
  const localize = useLocalize()
  const language = useLanguage()
  const requiredFrom = useRequiredFrom()
  const params = { id: accountId }
  const { data, error, refetch } = useApiQuery(factorRequirementEndpoints.ofAccount, { params })
  const [open, setOpen] = useState(false)
  const found = data?.data
  const byRole = found?.role_required_from ?? null
  return (
    <Panel
      title={text('panel')}
      busy={!found && !error}
      failure={error && !found ? { error, retry: () => void refetch() } : null}
      actions={
        found ? (
          <Button aria-label={text('change_named', { name: text('panel') })} onClick={() => setOpen(true)}>
            {text('change')}
          </Button>
        ) : null
      }
    >
      {found ? (
        <div className={styles.state}>
          <span className={styles.name}>{found.required_from === null && byRole ? text('no_own') : requiredFrom(found.required_from)}</span>
          {byRole === null ? null : <span>{text('by_role', { role: localize(roleLabel(kind)), day: formatDate(byRole, language) })}</span>}
          <span className={styles.note}>{text('reach', { users: found.users, without: found.without_factor })}</span>
        </div>
      ) : null}
      {found && open ? (
        <RequirementDialog
          name={name}
          requirement={found}
          save={(required_from) => call(factorRequirementEndpoints.requireOfAccount, { params, body: { required_from } })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Panel>
  )
}
