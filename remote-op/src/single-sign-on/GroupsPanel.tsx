import { call, useApiQuery } from '@adsite/api-client'
import { groupValue, roleLabel, roleOfCode, singleSignOnEndpoints, type SingleSignOnGroup } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { ConfirmButton, Panel, useSelectParts } from '@adsite/screen-kit'
import { Select } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { AddForm } from './AddForm.tsx'
import styles from './single-sign-on.module.css'
import { useSingleSignOnText } from './texts.ts'
import { useAct } from './use-act.ts'

/** An account with the role that it gives. */
function useAccountName(): (account: Pick<SingleSignOnGroup, 'name' | 'role'>) => string {
  const localize = useLocalize()
  const text = useSingleSignOnText()
  return ({ name, role }) => {
    const key = roleOfCode(role)
    return key === null ? name : text('account_with_role', { name, role: localize(roleLabel(key)) })
  }
}

function Group({ id, group }: { id: number; group: SingleSignOnGroup }): ReactNode {
  const text = useSingleSignOnText()
  const nameOf = useAccountName()
  const { busy, act } = useAct()
  const { id: group_id, value } = group
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <span>
          <code>{value}</code> → {nameOf(group)}
        </span>
        <ConfirmButton
          action={text('remove')}
          label={text('of', { name: `${value} → ${group.name}`, action: text('remove') })}
          title={text('remove_title', { name: `${value} → ${group.name}` })}
          danger
          busy={busy}
          confirm={() => act(() => call(singleSignOnEndpoints.removeGroup, { params: { id, group_id } }), text('removed', { name: value }))}
        >
          <p>{text('remove_group_sure', { value, account: group.name })}</p>
        </ConfirmButton>
      </div>
    </li>
  )
}

/** Which group of the provider gives which account of the company. */
export function GroupsPanel({ id }: { id: number }): ReactNode {
  const text = useSingleSignOnText()
  const nameOf = useAccountName()
  const select = useId()
  const parts = useSelectParts()
  const params = { id }
  const { data, error, refetch } = useApiQuery(singleSignOnEndpoints.groups, { params })
  const { busy, act } = useAct()
  const [account, setAccount] = useState<number | null>(null)
  const found = data?.data
  const account_id = account ?? found?.accounts[0]?.account_id
  return (
    <Panel title={text('groups')} busy={!data && !error} failure={error && !data ? { error, retry: () => void refetch() } : null}>
      <p className={styles.note}>{text('groups_help')}</p>
      {found?.groups.length === 0 ? <p>{text('no_groups')}</p> : null}
      <ul className={styles.list}>
        {found?.groups.map((group) => (
          <Group key={group.id} id={id} group={group} />
        ))}
      </ul>
      {found && account_id === undefined ? <p>{text('no_accounts')}</p> : null}
      {found && account_id !== undefined ? (
        <AddForm
          label={text('group')}
          hint={text('group_help')}
          action={text('add_group')}
          busy={busy}
          schema={groupValue}
          send={(value) =>
            act(
              () => call(singleSignOnEndpoints.addGroup, { params, body: { value, account_id } }),
              text('added', { name: value }),
              'value',
            )
          }
        >
          <div className={styles.field}>
            <label htmlFor={select}>{text('account')}</label>
            <Select
              id={select}
              value={account_id}
              onChange={setAccount}
              showSearch={{ optionFilterProp: 'label' }}
              {...parts}
              options={found.accounts.map((each) => ({ value: each.account_id, label: nameOf(each) }))}
            />
          </div>
        </AddForm>
      ) : null}
    </Panel>
  )
}
