import { call, useApiQuery } from '@adsite/api-client'
import { useAccount } from '@adsite/auth'
import { apiKeyEndpoints } from '@adsite/contract'
import { usePlaceFocus } from '@adsite/screen-kit'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { showAlert } from '../alert/alert-state.ts'
import { runAction } from '../alert/run-action.ts'
import { CardFailure, CardWaiting } from '../dashboard/Card.tsx'
import { useComingFocus } from '../form/use-step-focus.ts'
import styles from './api-key.module.css'
import { KeyList } from './KeyList.tsx'
import { NewKeyForm } from './NewKeyForm.tsx'
import { Section } from './Section.tsx'
import { ShownOnce } from './ShownOnce.tsx'
import { useApiKeyText } from './texts.ts'

/** The API keys of the user: make one, see when each was last used, revoke it. */
export function ApiKeysPanel(): ReactNode {
  const text = useApiKeyText()
  const { data, error, refetch } = useApiQuery(apiKeyEndpoints.list)
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const account = useAccount()?.name ?? ''
  const opener = useComingFocus(making || made !== null)
  const panel = usePlaceFocus()

  async function revoke(id: number): Promise<void> {
    setBusy(true)
    const { done } = await runAction(() => call(apiKeyEndpoints.revoke, { params: { id } }))
    await refetch()
    setBusy(false)
    if (done) showAlert('success', [text('revoked')])
  }

  return (
    <Section ref={panel} title={text('title')} help={text('help', { account })}>
      {made !== null && (
        <ShownOnce title={text('made')} help={text('made_help')} label={text('key')} secret={made} onKept={() => setMade(null)} />
      )}
      {making && (
        <NewKeyForm
          onCancel={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false)
            setMade(key)
          }}
        />
      )}
      {error && !data && <CardFailure error={error} retry={() => void refetch()} />}
      {!error && !data && <CardWaiting />}
      {data && <KeyList keys={data.data} owned={false} busy={busy} onRevoke={(id) => void revoke(id)} />}
      {!making && (
        <div className={styles.row}>
          <button ref={opener} type="button" className={styles.plain} onClick={() => setMaking(true)}>
            {text('create')}
          </button>
          <a href="/api/docs">{text('docs')}</a>
          <Link to="/integrations">{text('integrations')}</Link>
        </div>
      )}
    </Section>
  )
}
