import { call, useApiQuery } from '@adsite/api-client'
import { factorRequirementEndpoints, roleLabel, roleOfCode, type EndpointResponse, type RoleRequirement } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { RouteLink, useShell } from '@adsite/remote'
import { Page, Panel } from '@adsite/screen-kit'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './factor-requirement.module.css'
import { RequirementDialog, type Requirement } from './RequirementDialog.tsx'
import { RequirementRow } from './RequirementRow.tsx'
import { ResetPanel } from './ResetPanel.tsx'
import { useRequirementText } from './texts.ts'
import { requirementTitle } from './title.ts'

type Account = EndpointResponse<typeof factorRequirementEndpoints.list>['data']['accounts'][number]

/** The account's name, linked if it has a page. */
function AccountName({ account: { name, role, record_id } }: { account: Account }): ReactNode {
  const kind = roleOfCode(role)
  if (kind === null || kind === 'admin' || record_id === null) return name
  return (
    <RouteLink to={kind === 'pg' ? 'publisher_group.detail' : `${kind}.detail`} params={{ id: record_id }}>
      {name}
    </RouteLink>
  )
}

interface Open {
  readonly name: string
  readonly requirement: Requirement
  readonly save: (requiredFrom: string | null) => Promise<unknown>
}

/** From when which roles need a second factor, and the accounts that need one by themselves (/op/factor_requirement). */
export default function RequirementScreen(): ReactNode {
  const text = useRequirementText()
  const localize = useLocalize()
  const audit = useShell().href('security_event.list')
  const { data, error, refetch } = useApiQuery(factorRequirementEndpoints.list)
  const [open, setOpen] = useState<Open | null>(null)
  const failure = error && !data ? { error, retry: () => void refetch() } : null
  const busy = !data && !error
  const { requireOfRole, requireOfAccount } = factorRequirementEndpoints
  const nameOf = ({ role }: RoleRequirement) => {
    const key = roleOfCode(role)
    return key === null ? '' : localize(roleLabel(key))
  }

  return (
    <Page title={localize(requirementTitle)}>
      <p className={styles.lead}>{text('lead')}</p>
      <Panel title={text('roles')} busy={busy} failure={failure}>
        {data ? (
          <ul className={styles.list}>
            {data.data.roles.map((row) => {
              const name = nameOf(row)
              const save = (required_from: string | null) => call(requireOfRole, { body: { role: row.role, required_from } })
              return (
                <RequirementRow
                  key={row.role}
                  name={name}
                  heading={name}
                  requirement={row}
                  onChange={() => setOpen({ name, requirement: row, save })}
                />
              )
            })}
          </ul>
        ) : null}
      </Panel>
      <Panel title={text('accounts')} busy={busy} failure={failure}>
        {data?.data.accounts.length === 0 ? <p>{text('no_accounts')}</p> : null}
        {data && data.data.accounts.length > 0 ? (
          <ul className={styles.list}>
            {data.data.accounts.map((row) => {
              const { name, account_id } = row
              const save = (required_from: string | null) => call(requireOfAccount, { params: { id: account_id }, body: { required_from } })
              return (
                <RequirementRow
                  key={account_id}
                  name={name}
                  heading={<AccountName account={row} />}
                  requirement={row}
                  onChange={() => setOpen({ name, requirement: row, save })}
                />
              )
            })}
          </ul>
        ) : null}
      </Panel>
      <ResetPanel />
      {audit === null ? null : (
        <p>
          <Link to={`${audit}?kind=factor_requirement`}>{text('audit')}</Link>
        </p>
      )}
      {open ? <RequirementDialog {...open} onClose={() => setOpen(null)} /> : null}
    </Page>
  )
}
