import { call, useApiQuery } from '@adsite/api-client'
import { emailDomain, singleSignOnEndpoints, singleSignOnLimits, type SingleSignOnDomain } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { ConfirmButton, Panel } from '@adsite/screen-kit'
import { Button, Tag } from 'antd'
import { useState, type ReactNode } from 'react'
import { AddForm } from './AddForm.tsx'
import styles from './single-sign-on.module.css'
import { useSingleSignOnText } from './texts.ts'
import { useAct } from './use-act.ts'

const colours = { WAITING: 'default', PROVEN: 'success', LAPSED: 'error' } as const

function Domain({
  id,
  domain: { id: domain_id, domain, state, record, proven_at, checked_at },
}: {
  id: number
  domain: SingleSignOnDomain
}) {
  const text = useSingleSignOnText()
  const language = useLanguage()
  const shell = useShell()
  const { busy, act } = useAct()
  const [missing, setMissing] = useState(false)
  const params = { id, domain_id }

  async function check(): Promise<void> {
    let found = false
    const words = text('proven', { domain })
    const outcome = await shell.run(async () => {
      found = (await call(singleSignOnEndpoints.checkDomain, { params })).data.found
    })
    setMissing(outcome.done && !found)
    if (outcome.done && found) shell.alert('success', [words], { autoClose: true })
  }

  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <span className={styles.name}>{domain}</span>
        <Tag color={colours[state]}>{text(state)}</Tag>
      </div>
      {state === 'PROVEN' ? null : (
        <>
          <p className={styles.note}>{text('record_help')}</p>
          <dl className={styles.facts}>
            <dt>{text('record_name')}</dt>
            <dd>
              <code>{record.name}</code>
            </dd>
            <dt>{text('record_value')}</dt>
            <dd>
              <code>{record.value}</code>
            </dd>
          </dl>
        </>
      )}
      <p className={styles.note}>
        {checked_at === null ? text('never_checked') : text('checked', { at: formatDateTime(checked_at, language) })}
        {proven_at === null ? '' : ` ・ ${text('found_at', { at: formatDateTime(proven_at, language) })}`}
      </p>
      <output className={styles.fault}>{missing ? text('missing') : ''}</output>
      <div className={styles.row}>
        <Button aria-label={text('of', { name: domain, action: text('check') })} onClick={() => void check()}>
          {text('check')}
        </Button>
        <ConfirmButton
          action={text('remove')}
          label={text('of', { name: domain, action: text('remove') })}
          title={text('remove_title', { name: domain })}
          danger
          busy={busy}
          confirm={() => act(() => call(singleSignOnEndpoints.removeDomain, { params }), text('removed', { name: domain }))}
        >
          <p>{text('remove_domain_sure', { domain })}</p>
        </ConfirmButton>
      </div>
    </li>
  )
}

/** The e-mail domains whose people the provider may sign in, with their proofs. */
export function DomainsPanel({ id }: { id: number }): ReactNode {
  const text = useSingleSignOnText()
  const params = { id }
  const { data, error, refetch } = useApiQuery(singleSignOnEndpoints.domains, { params })
  const { busy, act } = useAct()
  return (
    <Panel title={text('domains')} busy={!data && !error} failure={error && !data ? { error, retry: () => void refetch() } : null}>
      <p className={styles.note}>{text('domains_help', { days: singleSignOnLimits.proofDays })}</p>
      {data?.data.length === 0 ? <p>{text('no_domains')}</p> : null}
      <ul className={styles.list}>
        {data?.data.map((domain) => (
          <Domain key={domain.id} id={id} domain={domain} />
        ))}
      </ul>
      <AddForm
        label={text('domain')}
        hint={text('domain_help')}
        action={text('add_domain')}
        busy={busy}
        schema={emailDomain}
        send={(domain) =>
          act(() => call(singleSignOnEndpoints.addDomain, { params, body: { domain } }), text('added', { name: domain }), 'domain')
        }
      />
    </Panel>
  )
}
