import { call } from '@adsite/api-client'
import { newWebhook, webhookEndpoints, webhookTopics, type WebhookTopic } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { useState, type ReactNode } from 'react'
import * as v from 'valibot'
import styles from '../api-key/api-key.module.css'
import { AuthField, AuthForm } from '../form/AuthForm.tsx'
import { useAuthForm } from '../form/use-auth-form.ts'
import { useIntegrationText } from './texts.ts'

const schema = v.object({ name: newWebhook.entries.name, url: newWebhook.entries.url })

interface Properties {
  readonly onMade: (secret: string) => void
  readonly onCancel: () => void
}

/** Creates a webhook of the account in use. */
export function NewWebhookForm({ onMade, onCancel }: Properties): ReactNode {
  const text = useIntegrationText()
  const localize = useLocalize()
  const [chosen, setChosen] = useState<readonly WebhookTopic[]>([])
  const form = useAuthForm({
    schema,
    defaults: { name: '', url: '' },
    send: async ({ name, url }) => {
      if (chosen.length === 0) throw new Error(text('topics_missing'))
      const { data } = await call(webhookEndpoints.create, { body: { name, url, topics: [...chosen] } })
      onMade(data.secret)
    },
  })
  const toggle = (topic: WebhookTopic) => setChosen(chosen.includes(topic) ? chosen.filter((each) => each !== topic) : [...chosen, topic])
  return (
    <div className={styles.box}>
      <h3>{text('create_named')}</h3>
      <AuthForm form={form} action={text('create')}>
        <AuthField form={form} name="name" label={text('name')} type="text" autoComplete="off" />
        <AuthField form={form} name="url" label={text('url')} hint={text('url_hint')} type="text" autoComplete="off" />
        <fieldset className={styles.scopes}>
          <legend>{text('topics')}</legend>
          <div className={styles.scopeList}>
            {webhookTopics.items.map(({ key, label }) => (
              <div key={key} className={styles.scope}>
                <input id={`topic-${key}`} type="checkbox" checked={chosen.includes(key)} onChange={() => toggle(key)} />
                <label htmlFor={`topic-${key}`}>{localize(label)}</label>
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
