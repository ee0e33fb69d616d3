import { call } from '@adsite/api-client'
import { refreshSession } from '@adsite/auth'
import { languages, locales, personName, userEndpoints, type SessionData } from '@adsite/contract'
import { currentLanguage, useLocalize } from '@adsite/i18n'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { showAlert } from '../alert/alert-state.ts'
import { AuthField, AuthForm } from '../form/AuthForm.tsx'
import formStyles from '../form/AuthForm.module.css'
import { useAuthForm } from '../form/use-auth-form.ts'
import { chooseLanguage } from '../language/language.ts'
import { Panel } from './Panel.tsx'
import { ownAccountTexts, useOwnAccountText } from './texts.ts'

const schema = v.object({ name: personName, locale: v.picklist(locales) })

/** Name and language of the user; the e-mail address is the login and cannot be changed. */
export function ProfilePanel({ user }: { user: SessionData['user'] }): ReactNode {
  const text = useOwnAccountText()
  const localize = useLocalize()
  const form = useAuthForm({
    schema,
    defaults: { name: user.name, locale: user.locale },
    // The language can be changed in the header, too.
    follows: true,
    send: async ({ name, locale }) => {
      await call(userEndpoints.updateMe, { body: { name, locale } })
      // The language does not change with every save: this browser may show another language than the stored one, as somebody chose before they signed in.
      if (locale !== user.locale) chooseLanguage(locale)
      // Updates the name shown elsewhere, such as in the header; a failure is harmless, because the session is refetched
      // later.
      await refreshSession().catch(() => undefined)
      showAlert('success', [ownAccountTexts.saved[currentLanguage()]])
    },
  })
  return (
    <Panel title={text('profile')}>
      <AuthForm form={form} action={text('save')}>
        <dl className={formStyles.facts}>
          <div>
            <dt>{text('email')}</dt>
            <dd>{user.email}</dd>
          </div>
        </dl>
        <AuthField form={form} name="name" label={text('name')} type="text" autoComplete="name" />
        <div className={formStyles.field}>
          <label htmlFor="locale">{text('language')}</label>
          <select id="locale" {...form.register('locale')}>
            {languages.items.map(({ key, label }) => (
              <option key={key} value={key}>
                {localize(label)}
              </option>
            ))}
          </select>
        </div>
      </AuthForm>
    </Panel>
  )
}
