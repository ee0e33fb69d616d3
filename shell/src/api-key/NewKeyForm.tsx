import { call, useApiQuery } from '@adsite/api-client'
import { apiKeyBounds, apiKeyEndpoints, isKeyOf, message, newApiKey, permissions, type ApiKeyScope } from '@adsite/contract'
import { useId, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import formStyles from '../form/AuthForm.module.css'
import { AuthField, AuthForm } from '../form/AuthForm.tsx'
import { useAuthForm } from '../form/use-auth-form.ts'
import { CardFailure, CardWaiting } from '../dashboard/Card.tsx'
import styles from './api-key.module.css'
import { ScopeChoice } from './ScopeChoice.tsx'
import { useApiKeyText } from './texts.ts'

const dayChoices = [30, 90, 180, 366] as const

const schema = v.object({
  name: newApiKey.entries.name,
  expires_in_days: v.string(),
  rate_limit: v.pipe(v.string(), v.regex(/^\d{1,4}$/u, message('number'))),
  networks: v.string(),
})

const linesOf = (text: string) => text.split(/\s+/u).filter((line) => line !== '')

interface Properties {
  readonly onMade: (key: string) => void
  readonly onCancel: () => void
}

function Fields({ scopes, onMade, onCancel }: Properties & { readonly scopes: readonly ApiKeyScope[] }): ReactNode {
  const text = useApiKeyText()
  const id = useId()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const form = useAuthForm({
    schema,
    defaults: { name: '', expires_in_days: String(apiKeyBounds.days.default), rate_limit: String(apiKeyBounds.rate.default), networks: '' },
    send: async ({ name, expires_in_days, rate_limit, networks }) => {
      const given = scopes.flatMap((scope) => (chosen.has(scope.name) && isKeyOf(permissions, scope.name) ? [scope.name] : []))
      if (given.length === 0) throw new Error(text('scopes_missing'))
      const body = {
        name,
        scopes: given,
        networks: linesOf(networks),
        expires_in_days: Number(expires_in_days),
        rate_limit: Number(rate_limit),
      }
      const { data } = await call(apiKeyEndpoints.create, { body })
      onMade(data.key)
    },
  })
  const fault = form.fault('networks')
  const described = [`${id}-hint`, fault === undefined ? '' : `${id}-fault`].join(' ').trim()
  return (
    <AuthForm isStep form={form} action={text('create')}>
      <AuthField form={form} name="name" label={text('name')} hint={text('name_hint')} type="text" autoComplete="off" />
      <ScopeChoice scopes={scopes} chosen={chosen} onChange={setChosen} />
      <div className={styles.pair}>
        <div className={formStyles.field}>
          <label htmlFor={`${id}-days`}>{text('days')}</label>
          <select id={`${id}-days`} {...form.register('expires_in_days')}>
            {dayChoices.map((days) => (
              <option key={days} value={days}>
                {text('days_choice', { days })}
              </option>
            ))}
          </select>
        </div>
        <AuthField form={form} name="rate_limit" label={text('rate')} type="text" autoComplete="off" />
      </div>
      <div className={formStyles.field}>
        <label htmlFor={`${id}-networks`}>{text('networks')}</label>
        <p id={`${id}-hint`} className={formStyles.hint}>
          {text('networks_hint')}
        </p>
        <textarea
          id={`${id}-networks`}
          className={styles.area}
          aria-describedby={described}
          aria-invalid={fault !== undefined}
          {...form.register('networks')}
        />
        {fault !== undefined && (
          <p id={`${id}-fault`} className={formStyles.fault}>
            {fault}
          </p>
        )}
      </div>
      <button type="button" className={styles.plain} onClick={onCancel}>
        {text('cancel')}
      </button>
    </AuthForm>
  )
}

/** Makes a key for the account in use. */
export function NewKeyForm(properties: Properties): ReactNode {
  const text = useApiKeyText()
  const { data, error, refetch } = useApiQuery(apiKeyEndpoints.scopes)
  return (
    <div className={styles.box}>
      <h3>{text('create_named')}</h3>
      {error && !data && <CardFailure error={error} retry={() => void refetch()} />}
      {!error && !data && <CardWaiting />}
      {data && <Fields {...properties} scopes={data.data} />}
    </div>
  )
}
