import { call, useApiQuery } from '@adsite/api-client'
import { webhookEndpoints, webhookFaults, type Webhook, type WebhookDelivery } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { useState, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { runAction } from '../alert/run-action.ts'
import keyStyles from '../api-key/api-key.module.css'
import { CardFailure, CardWaiting } from '../dashboard/Card.tsx'
import { BusyButton } from '../element/BusyButton.tsx'
import styles from './integrations.module.css'
import { useIntegrationText } from './texts.ts'

/** Messages are sent in the background: the log is read again (milliseconds). */
const every = 5000

/** What became of a message, in words. */
function useOutcome(): (delivery: WebhookDelivery) => string {
  const text = useIntegrationText()
  const localize = useLocalize()
  const language = useLanguage()
  return ({ status, attempts, due_at, last_status, last_fault }) => {
    const fault = webhookFaults.items.find(({ key }) => key === last_fault)
    const why = fault ? localize(fault.label) : text('answered', { status: last_status ?? '' })
    if (status === 'DELIVERED') return text('delivered', { status: last_status ?? '' })
    if (status === 'FAILED') return text('failed', { why })
    return attempts === 0 || due_at === null ? text('waiting') : text('retrying', { due: formatDateTime(due_at, language), attempts, why })
  }
}

/** The newest messages of a webhook; each can be sent again. */
export function DeliveryLog({ webhook: { id, name, active } }: { webhook: Webhook }): ReactNode {
  const text = useIntegrationText()
  const language = useLanguage()
  const outcomeOf = useOutcome()
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useApiQuery(webhookEndpoints.deliveries, { params: { id } }, { readEvery: every })

  async function replay(delivery: number): Promise<void> {
    setBusy(true)
    const { done } = await runAction(() => call(webhookEndpoints.replay, { params: { id, delivery_id: delivery } }))
    await refetch()
    setBusy(false)
    if (done) showAlert('success', [text('replayed')])
  }

  if (error && !data) return <CardFailure error={error} retry={() => void refetch()} />
  if (!data) return <CardWaiting />
  return (
    <div className={keyStyles.box}>
      <div className={keyStyles.row}>
        <h3>{text('log', { name })}</h3>
        <button type="button" className={keyStyles.plain} onClick={() => void refetch()}>
          {text('log_again')}
        </button>
      </div>
      {data.data.length === 0 && <p className={keyStyles.help}>{text('log_none')}</p>}
      {data.data.length > 0 && (
        // The table scrolls on phones, also by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={styles.log} aria-label={text('log', { name })} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text('at')}</th>
                <th scope="col">{text('type')}</th>
                <th scope="col">{text('outcome')}</th>
                <th scope="col">{text('action')}</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map((delivery) => {
                const at = formatDateTime(delivery.created_at, language)
                return (
                  <tr key={delivery.id}>
                    <td>{at}</td>
                    <td>
                      <code>{delivery.type}</code>
                      <details>
                        <summary>{text('content')}</summary>
                        <pre>{delivery.body}</pre>
                      </details>
                    </td>
                    <td>{outcomeOf(delivery)}</td>
                    <td>
                      <BusyButton
                        className={keyStyles.plain}
                        busy={busy}
                        disabled={!active}
                        aria-label={text('replay_named', { type: delivery.type, at })}
                        onClick={() => void replay(delivery.id)}
                      >
                        {text('replay')}
                      </BusyButton>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}
