import { call, refresh, refreshed, useApiQuery } from '@adsite/api-client'
import { factorResetEndpoints, type FactorReset } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { Dialog, Panel } from '@adsite/screen-kit'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import styles from './factor-requirement.module.css'
import { useRequirementText } from './texts.ts'

interface Asked {
  readonly reset: FactorReset
  readonly answer: 'confirm' | 'refuse'
}

const words = {
  confirm: { title: 'confirm_title', help: 'confirm_help', action: 'confirm_action', done: 'confirm_done' },
  refuse: { title: 'refuse_title', help: 'refuse_help', action: 'refuse_action', done: 'refuse_done' },
} as const

/** The resets of lost second factors that wait for a second person. */
export function ResetPanel(): ReactNode {
  const text = useRequirementText()
  const language = useLanguage()
  const shell = useShell()
  const { data, error, refetch } = useApiQuery(factorResetEndpoints.list)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [running, setRunning] = useState(false)
  const rows = data?.data

  async function answer({ reset, answer: given }: Asked): Promise<void> {
    setRunning(true)
    const endpoint = factorResetEndpoints[given]
    const { done } = await shell.run(() => call(endpoint, { params: { id: reset.id } }))
    // Refused, it may have ended meanwhile.
    if (!done) refresh(endpoint)
    await refreshed()
    if (done) shell.alert('success', [text(words[given].done, { name: reset.user.name })], { autoClose: true })
    setRunning(false)
    setAsked(null)
  }

  return (
    <Panel title={text('resets')} busy={!rows && !error} failure={error && !rows ? { error, retry: () => void refetch() } : null}>
      {rows?.length === 0 ? <p>{text('no_resets')}</p> : null}
      {rows && rows.length > 0 ? (
        <ul className={styles.list}>
          {rows.map((reset) => {
            const { name, email } = reset.user
            return (
              <li key={reset.id} className={styles.row}>
                <div className={styles.facts}>
                  <span className={styles.name}>{name}</span>
                  <span>{email}</span>
                  <span className={styles.note}>
                    {text('reset_times', { asked: formatDateTime(reset.asked_at, language), due: formatDateTime(reset.due_at, language) })}
                  </span>
                </div>
                <Button
                  aria-label={text('answer_named', { action: text('confirm_action'), name })}
                  onClick={() => setAsked({ reset, answer: 'confirm' })}
                >
                  {text('confirm_action')}
                </Button>
                <Button
                  danger
                  aria-label={text('answer_named', { action: text('refuse_action'), name })}
                  onClick={() => setAsked({ reset, answer: 'refuse' })}
                >
                  {text('refuse_action')}
                </Button>
              </li>
            )
          })}
        </ul>
      ) : null}
      {asked ? (
        <Dialog
          open
          title={text(words[asked.answer].title, { name: asked.reset.user.name })}
          okText={text(words[asked.answer].action)}
          okButtonProps={{ danger: asked.answer === 'refuse' }}
          confirmLoading={running}
          cancelText={text('cancel')}
          onOk={() => void answer(asked)}
          onCancel={() => setAsked(null)}
        >
          {text(words[asked.answer].help)}
        </Dialog>
      ) : null}
    </Panel>
  )
}
