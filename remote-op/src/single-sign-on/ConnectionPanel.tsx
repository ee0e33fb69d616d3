import { apiUrl, call } from '@adsite/api-client'
import { backChannelPath, callbackPath, clientSecret, singleSignOnEndpoints, type ProviderFault } from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { Panel } from '@adsite/screen-kit'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { AddForm } from './AddForm.tsx'
import styles from './single-sign-on.module.css'
import { useSingleSignOnText } from './texts.ts'
import { useAct } from './use-act.ts'

/** Where the API is, which may be another origin than the page's. */
const apiOrigin = (id: number) => new URL(apiUrl(singleSignOnEndpoints.domains, { params: { id } }), window.location.href).origin

/** What is entered at the provider, its secret, and whether it answers. */
export function ConnectionPanel({ id, hasSecret }: { id: number; hasSecret: boolean }): ReactNode {
  const text = useSingleSignOnText()
  const shell = useShell()
  const { busy, act } = useAct()
  const [testing, setTesting] = useState(false)
  const [result, setResult] = useState<ProviderFault | 'works' | null>(null)
  const params = { id }

  async function test(): Promise<void> {
    setTesting(true)
    const outcome = await shell.run(() => call(singleSignOnEndpoints.test, { params }))
    setTesting(false)
    setResult(outcome.done ? (outcome.value.data.fault ?? 'works') : null)
  }

  return (
    <Panel title={text('connection')}>
      <div>
        <dl className={styles.facts}>
          <dt>{text('redirect_uri')}</dt>
          <dd>
            <code>{window.location.origin + callbackPath(id)}</code>
          </dd>
        </dl>
        <p className={styles.note}>{text('redirect_help')}</p>
      </div>
      <div>
        <dl className={styles.facts}>
          <dt>{text('logout_uri')}</dt>
          <dd>
            <code>{apiOrigin(id) + backChannelPath(id)}</code>
          </dd>
        </dl>
        <p className={styles.note}>{text('logout_help')}</p>
      </div>
      <AddForm
        label={text(hasSecret ? 'secret_again' : 'secret')}
        hint={text('secret_help')}
        action={text('store')}
        busy={busy}
        secret
        schema={clientSecret}
        send={(secret) => {
          setResult(null)
          return act(() => call(singleSignOnEndpoints.setSecret, { params, body: { secret } }), text('secret_stored'), 'secret')
        }}
      />
      <div className={styles.row}>
        <Button loading={testing} disabled={busy} onClick={() => void test()}>
          {text('test')}
        </Button>
        <output>{result === null ? '' : text(result)}</output>
      </div>
    </Panel>
  )
}
