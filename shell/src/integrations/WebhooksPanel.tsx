import { call, useApiQuery } from '@adsite/api-client'
import { useAccount } from '@adsite/auth'
import { webhookEndpoints, webhookTopics, type Webhook } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { usePlaceFocus } from '@adsite/screen-kit'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { showAlert } from '../alert/alert-state.ts'
import { runAction } from '../alert/run-action.ts'
import styles from '../api-key/api-key.module.css'
import { Section } from '../api-key/Section.tsx'
import { ShownOnce } from '../api-key/ShownOnce.tsx'
import { CardFailure, CardWaiting } from '../dashboard/Card.tsx'
import { BusyButton } from '../element/BusyButton.tsx'
import { useComingFocus } from '../form/use-step-focus.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import own from './integrations.module.css'
import { RenewSecretForm } from './RenewSecretForm.tsx'
import { useIntegrationText } from './texts.ts'
import { EditWebhookForm, NewWebhookForm } from './WebhookForm.tsx'

type Act = (work: () => Promise<unknown>, done?: string) => Promise<void>
/** A secret that is shown once: of a new webhook, or renewed. */
interface Shown {
  readonly secret: string
  readonly title: string
  readonly help: string
}

interface ItemProps {
  readonly webhook: Webhook
  readonly busy: boolean
  readonly act: Act
  readonly logShown: boolean
  readonly onLog: () => void
  readonly onSecret: (shown: Shown) => void
  /** Reads the list again. */
  readonly onChanged: () => void
}

/** What is open below a webhook, besides its log. */
type Open = 'edit' | 'renew' | 'delete' | null

function WebhookItem({ webhook, busy, act, logShown, onLog, onSecret, onChanged }: ItemProps): ReactNode {
  const text = useIntegrationText()
  const localize = useLocalize()
  const language = useLanguage()
  const [open, setOpen] = useState<Open>(null)
  const { id, name, url, topics, active, off_reason, former_until, created_by, created_at } = webhook
  const params = { id }
  const topicNames = webhookTopics.items.filter(({ key }) => topics.includes(key)).map(({ label }) => localize(label))
  const turn = () => act(() => call(webhookEndpoints.update, { params, body: { active: !active } }))
  const remove = () => act(() => call(webhookEndpoints.delete, { params }), text('deleted'))
  const close = () => setOpen(null)
  const deletion = useComingFocus(open === 'delete')
  function saved(): void {
    close()
    showAlert('success', [text('saved')])
    onChanged()
  }
  function renewed(secret: string): void {
    close()
    onSecret({ secret, title: text('renewed', { name }), help: text('made_help') })
    onChanged()
  }
  function button(action: string, onClick: () => void, more: Partial<ComponentProps<typeof BusyButton>> = {}): ReactNode {
    return (
      <BusyButton className={styles.plain} busy={busy} aria-label={text('of', { action, name })} onClick={onClick} {...more}>
        {action}
      </BusyButton>
    )
  }
  return (
    <li>
      <div className={styles.item}>
        <div>
          <p className={styles.name}>
            {name} <span className={styles.mark}>{text(active ? 'active' : `off_${off_reason ?? 'user'}`)}</span>
          </p>
          <p className={styles.help}>{url}</p>
          <p className={styles.help}>{topicNames.join(' ・ ')}</p>
          <p className={styles.help}>{text('by', { at: formatDateTime(created_at, language), name: created_by ?? '' })}</p>
          {former_until && <p className={styles.help}>{text('overlaps', { until: formatDateTime(former_until, language) })}</p>}
          {open === 'delete' && (
            <p className={styles.help} role="alert">
              {text('delete_sure', { name })}
            </p>
          )}
        </div>
      </div>
      <div className={own.actions}>
        {button(text(logShown ? 'hide_log' : 'show_log'), onLog, { busy: false })}
        {button(text('test'), () => void act(() => call(webhookEndpoints.test, { params }), text('tested')), { disabled: !active })}
        {button(text(active ? 'turn_off' : 'turn_on'), () => void turn())}
        {button(text('edit'), () => setOpen('edit'))}
        {button(text('renew'), () => setOpen('renew'))}
        {button(text('delete'), () => (open === 'delete' ? void remove() : setOpen('delete')), { ref: deletion })}
        {open === 'delete' && button(text('cancel'), close, { busy: false })}
      </div>
      {open === 'edit' && <EditWebhookForm webhook={webhook} onSaved={saved} onCancel={close} />}
      {open === 'renew' && <RenewSecretForm webhook={webhook} onRenewed={renewed} onCancel={close} />}
      {logShown && <DeliveryLog webhook={webhook} />}
    </li>
  )
}

interface Properties {
  /** The webhook whose log is shown; null: none. */
  readonly shown: number | null
  readonly onShow: (id: number | null) => void
}

/** The webhooks of the account in use. */
export function WebhooksPanel({ shown, onShow }: Properties): ReactNode {
  const text = useIntegrationText()
  const { data, error, refetch } = useApiQuery(webhookEndpoints.list)
  const [making, setMaking] = useState(false)
  const [secret, setSecret] = useState<Shown | null>(null)
  const [busy, setBusy] = useState(false)
  const account = useAccount()?.name ?? ''
  const opener = useComingFocus(making || secret !== null)
  const panel = usePlaceFocus()

  const act: Act = async (work, words) => {
    setBusy(true)
    const { done } = await runAction(work)
    await refetch()
    setBusy(false)
    if (done && words !== undefined) showAlert('success', [words])
  }

  return (
    <Section ref={panel} title={text('webhooks')} help={text('help', { account })}>
      {secret !== null && <ShownOnce {...secret} label={text('secret')} onKept={() => setSecret(null)} />}
      {making && (
        <NewWebhookForm
          onCancel={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false)
            setSecret({ secret: made, title: text('made'), help: text('made_help') })
          }}
        />
      )}
      {error && !data && <CardFailure error={error} retry={() => void refetch()} />}
      {!error && !data && <CardWaiting />}
      {data?.data.length === 0 && <p className={styles.help}>{text('none')}</p>}
      {data && (
        <ul className={styles.items}>
          {data.data.map((each) => (
            <WebhookItem
              key={each.id}
              webhook={each}
              busy={busy}
              act={act}
              logShown={shown === each.id}
              onSecret={setSecret}
              onChanged={() => void refetch()}
              onLog={() => onShow(shown === each.id ? null : each.id)}
            />
          ))}
        </ul>
      )}
      {!making && (
        <button ref={opener} type="button" className={styles.plain} onClick={() => setMaking(true)}>
          {text('create')}
        </button>
      )}
    </Section>
  )
}
