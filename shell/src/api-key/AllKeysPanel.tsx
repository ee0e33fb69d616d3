import { call, useApiQuery } from '@adsite/api-client'
import { apiKeyEndpoints } from '@adsite/contract'
import { usePlaceFocus } from '@adsite/screen-kit'
import { useState, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { runAction } from '../alert/run-action.ts'
import { CardFailure, CardWaiting } from '../dashboard/Card.tsx'
import { KeyList } from './KeyList.tsx'
import { Section } from './Section.tsx'
import { useApiKeyText } from './texts.ts'

/** The API keys of all users, for administrators, who can revoke them. */
export function AllKeysPanel(): ReactNode {
  const text = useApiKeyText()
  const { data, error, refetch } = useApiQuery(apiKeyEndpoints.all)
  const [busy, setBusy] = useState(false)
  const panel = usePlaceFocus()

  async function revoke(id: number): Promise<void> {
    setBusy(true)
    const { done } = await runAction(() => call(apiKeyEndpoints.revokeAny, { params: { id } }))
    await refetch()
    setBusy(false)
    if (done) showAlert('success', [text('revoked')])
  }

  return (
    <Section ref={panel} title={text('all_title')} help={text('all_help')}>
      {error && !data && <CardFailure error={error} retry={() => void refetch()} />}
      {!error && !data && <CardWaiting />}
      {data && <KeyList keys={data.data} owned busy={busy} onRevoke={(id) => void revoke(id)} />}
    </Section>
  )
}
