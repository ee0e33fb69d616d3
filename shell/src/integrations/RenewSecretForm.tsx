import { call } from '@adsite/api-client'
import { webhookEndpoints, webhookOverlap, type Webhook } from '@adsite/contract'
import { useId, type ReactNode } from 'react'
import * as v from 'valibot'
import styles from '../api-key/api-key.module.css'
import { AuthForm } from '../form/AuthForm.tsx'
import formStyles from '../form/AuthForm.module.css'
import { useAuthForm } from '../form/use-auth-form.ts'
import { useIntegrationText } from './texts.ts'

/** Hours that are offered, the longest first. */
const choices = [webhookOverlap.max, 72, webhookOverlap.default, 1, webhookOverlap.min] as const

interface Properties {
  readonly webhook: Webhook
  readonly onRenewed: (secret: string) => void
  readonly onCancel: () => void
}

/** Makes a new secret, and asks how long the present one shall sign beside it. */
export function RenewSecretForm({ webhook: { id, name }, onRenewed, onCancel }: Properties): ReactNode {
  const text = useIntegrationText()
  const field = useId()
  const form = useAuthForm({
    schema: v.object({ hours: v.string() }),
    defaults: { hours: String(webhookOverlap.default) },
    send: async ({ hours }) => {
      const { data } = await call(webhookEndpoints.renewSecret, { params: { id }, body: { overlap_hours: Number(hours) } })
      onRenewed(data.secret)
    },
  })
  return (
    <div className={styles.box}>
      <h3>{text('renew_named', { name })}</h3>
      <p className={styles.help}>{text('renew_help')}</p>
      <AuthForm isStep form={form} action={text('renew')}>
        <div className={formStyles.field}>
          <label htmlFor={field}>{text('overlap')}</label>
          <select id={field} {...form.register('hours')}>
            {choices.map((hours) => (
              <option key={hours} value={hours}>
                {hours === 0
                  ? text('overlap_none')
                  : hours % 24 === 0
                    ? text('overlap_days', { count: hours / 24 })
                    : text('overlap_hours', { count: hours })}
              </option>
            ))}
          </select>
        </div>
        <button type="button" className={styles.plain} onClick={onCancel}>
          {text('cancel')}
        </button>
      </AuthForm>
    </div>
  )
}
