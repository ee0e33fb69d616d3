import { ApiError, call, refresh, refreshed, useApiQuery } from '@adsite/api-client'
import { useAccount, useRole } from '@adsite/auth'
import { changeRequestEndpoints, type ChangeRequest } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { ChangeValues, Page, Panel, useAddressQuery } from '@adsite/screen-kit'
import { Segmented } from 'antd'
import { useState, type ReactNode } from 'react'
import { FourEyesPanel } from './FourEyesPanel.tsx'
import styles from './four-eyes.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'
import { resourceOf, useHeading, type Answer } from './RequestItem.tsx'
import { RequestList } from './RequestList.tsx'
import { useFourEyesText } from './texts.ts'
import { changeRequestTitle } from './title.ts'

interface Open {
  readonly request: ChangeRequest
  readonly answer: Answer
}

const endpointOf = {
  approve: changeRequestEndpoints.approve,
  reject: changeRequestEndpoints.reject,
  withdraw: changeRequestEndpoints.reject,
  explain: changeRequestEndpoints.explain,
} as const

/** Refusals of a decision about a request that has ended. */
const ended: readonly ApiError['code'][] = ['not_found', 'conflict', 'state_not_allowed']
const hasEnded = (failure: Error) => failure instanceof ApiError && ended.includes(failure.code)

/** Changes that wait for a second person, and those that have ended (/op/change_request). */
export default function ChangeRequestScreen(): ReactNode {
  const text = useFourEyesText()
  const localize = useLocalize()
  const shell = useShell()
  const account = useAccount()
  const isAdmin = useRole() === 'admin'
  const heading = useHeading()
  const [address, change] = useAddressQuery()
  const state = address.get('state') === 'ended' ? 'ended' : 'waiting'
  const { data, error, refetch } = useApiQuery(changeRequestEndpoints.list, { query: { state } })
  const [open, setOpen] = useState<Open | null>(null)
  const rows = data?.data

  async function answered({ answer }: Open, failure: Error | null): Promise<void> {
    if (failure) refresh(endpointOf[answer])
    // It waits on, and the reason that was typed is still needed.
    if (failure && !hasEnded(failure)) return
    await refreshed()
    if (!failure) shell.alert('success', [text(`done_${answer}`)], { autoClose: true })
    setOpen(null)
  }

  return (
    <Page title={localize(changeRequestTitle)}>
      <p className={styles.lead}>{text('lead')}</p>
      <Segmented
        aria-label={text('state')}
        value={state}
        options={[
          { value: 'waiting', label: text('waiting') },
          { value: 'ended', label: text('ended') },
        ]}
        onChange={(value) => change(() => new URLSearchParams(value === 'ended' ? { state: 'ended' } : {}))}
      />
      <Panel title={text(state)} busy={!rows && !error} failure={error && !rows ? { error, retry: () => void refetch() } : null}>
        {rows?.length === 0 ? <p>{text(state === 'waiting' ? 'none_waiting' : 'none_ended')}</p> : null}
        {data && data.data.length > 0 ? (
          <RequestList key={state} state={state} page={data} isNext={false} onAnswer={(request, answer) => setOpen({ request, answer })} />
        ) : null}
      </Panel>
      {isAdmin && account ? (
        <FourEyesPanel accountId={account.accountId} kind="admin" name={account.name} title={text('own_account', { name: account.name })} />
      ) : null}
      {open ? (
        <ReasonDialog
          title={heading(open.request)}
          label={text(`reason_${open.answer}`)}
          action={text(open.answer === 'explain' ? 'save' : open.answer)}
          danger={open.answer === 'reject' || open.answer === 'withdraw'}
          initial={open.answer === 'explain' ? (open.request.reason ?? '') : ''}
          send={(reason) => call(endpointOf[open.answer], { params: { id: open.request.id }, body: { reason } })}
          onAnswered={(failure) => void answered(open, failure)}
          onClose={() => setOpen(null)}
        >
          <ChangeValues resource={resourceOf(open.request)} before={open.request.before} after={open.request.after} />
        </ReasonDialog>
      ) : null}
    </Page>
  )
}
