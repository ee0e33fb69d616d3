import { call } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import { newWebhook, webhookEndpoints, webhookTopicsOf, type Webhook, type WebhookTopic } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { useId, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import styles from '../api-key/api-key.module.css'
import { AuthField, AuthForm } from '../form/AuthForm.tsx'
import { useAuthForm } from '../form/use-auth-form.ts'
import { useIntegrationText } from './texts.ts'

const schema = v.object({ name: newWebhook.entries.name, url: newWebhook.entries.url })

type Topics = readonly WebhookTopic[]

interface FormProperties {
  /** The webhook to edit; null: a new one. */
  readonly webhook: Webhook | null
  readonly send: (values: { name: string; url: string; topics: WebhookTopic[] }) => Promise<void>
  readonly onCancel: () => void
}

function WebhookForm({ webhook, send, onCancel }: FormProperties): ReactNode {
  const text = useIntegrationText()
  const localize = useLocalize()
  const id = useId()
  const role = useRole()
  const offered = role === null ? [] : webhookTopicsOf(role)
  const [chosen, setChosen] = useState<Topics>(offered.flatMap(({ key }) => (webhook?.topics.includes(key) ? [key] : [])))
  const form = useAuthForm({
    schema,
    defaults: { name: webhook?.name ?? '', url: webhook?.url ?? '' },
    send: async ({ name, url }) => {
      if (chosen.length === 0) throw new Error(text('topics_missing'))
      await send({ name, url, topics: [...chosen] })
    },
  })
  const toggle = (topic: WebhookTopic) => setChosen(chosen.includes(topic) ? chosen.filter((each) => each !== topic) : [...chosen, topic])
  return (
    <div className={styles.box}>
      <h3>{webhook ? text('edit_named', { name: webhook.name }) : text('create_named')}</h3>
      <AuthForm isStep form={form} action={text(webhook ? 'save' : 'create')}>
        <AuthField form={form} name="name" label={text('name')} type="text" autoComplete="off" />
        <AuthField form={form} name="url" label={text('url')} hint={text('url_hint')} type="text" autoComplete="off" />
        <fieldset className={styles.scopes}>
          <legend>{text('topics')}</legend>
          <div className={styles.scopeList}>
            {offered.map(({ key, label }) => (
              <div key={key} className={styles.scope}>
                <input id={`${id}-${key}`} type="checkbox" checked={chosen.includes(key)} onChange={() => toggle(key)} />
                <label htmlFor={`${id}-${key}`}>{localize(label)}</label>
              </div>
            ))}
          </div>
        </fieldset>
        <button type="button" className={styles.plain} onClick={onCancel}>
          {text('cancel')}
        </button>
      </AuthForm>
    </div>
  )
}

interface NewProperties {
  readonly onMade: (secret: string) => void
  readonly onCancel: () => void
}

/** Creates a webhook of the account in use. */
export function NewWebhookForm({ onMade, onCancel }: NewProperties): ReactNode {
  async function send(body: { name: string; url: string; topics: WebhookTopic[] }): Promise<void> {
    const { data } = await call(webhookEndpoints.create, { body })
    onMade(data.secret)
  }
  return <WebhookForm webhook={null} send={send} onCancel={onCancel} />
}

interface EditProperties {
  readonly webhook: Webhook
  readonly onSaved: () => void
  readonly onCancel: () => void
}

/** Changes the name, the address and the topics of a webhook. */
export function EditWebhookForm({ webhook, onSaved, onCancel }: EditProperties): ReactNode {
  async function send(body: { name: string; url: string; topics: WebhookTopic[] }): Promise<void> {
    await call(webhookEndpoints.update, { params: { id: webhook.id }, body })
    onSaved()
  }
  return <WebhookForm webhook={webhook} send={send} onCancel={onCancel} />
}
