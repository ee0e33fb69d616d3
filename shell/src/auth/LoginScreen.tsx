import '../fonts.css'
import { ApiError } from '@adsite/api-client'
import { signedOutReasonAtom, signIn } from '@adsite/auth'
import { errors, loginBody, validationText } from '@adsite/contract'
import { useLanguage, useText } from '@adsite/i18n'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useAtomValue } from 'jotai'
import { useState, type ReactNode } from 'react'
import { useForm, type FieldErrors } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { LanguageSwitch } from '../layout/LanguageSwitch.tsx'
import { usePageTitle } from '../page/use-page-title.ts'
import { useShellText } from '../use-shell-text.ts'
import { AuthPage } from './AuthPage.tsx'
import styles from './LoginScreen.module.css'
import { cushionPath, returnPath } from './return-path.ts'

interface Credentials {
  email: string
  password: string
}
const fields = [
  { name: 'email', type: 'email', autoComplete: 'username' },
  { name: 'password', type: 'password', autoComplete: 'current-password' },
] as const

/** What the page says before anybody tries: why the reader is here. */
function useArrivalMessage(): string | null {
  const [search] = useSearchParams()
  const text = useText()
  const shellText = useShellText()
  const reason = useAtomValue(signedOutReasonAtom)
  if (reason === 'no_role') return shellText('role_not_found')
  return search.get('error') === 'unauthorized' ? text(errors.unauthenticated.text) : null
}

/** /auth/login (SPEC section 2). Its controls are the browser's own: the library's would double what the page loads. */
export default function LoginScreen(): ReactNode {
  const shellText = useShellText()
  const language = useLanguage()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const arrival = useArrivalMessage()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { register, handleSubmit, setError, formState } = useForm<Credentials>({
    mode: 'onTouched',
    resolver: valibotResolver(loginBody),
    defaultValues: { email: '', password: '' },
  })
  usePageTitle(shellText('sign_in'))

  async function submit(body: Credentials): Promise<void> {
    setRefusal(null)
    try {
      await signIn(body)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const faults = error instanceof ApiError ? fields.filter(({ name }) => error.errors[name]) : []
      for (const { name } of faults) setError(name, { message: (error as ApiError).errors[name]!.join(' ') })
      if (faults.length === 0) setRefusal(error.message)
      return
    }
    await navigate(cushionPath(returnPath(search.get('to'))), { replace: true })
  }

  /** A schema's message is a key, a server's one is words already. */
  function faultText(fault: FieldErrors<Credentials>[keyof Credentials]): string | undefined {
    if (!fault) return undefined
    return fault.type === undefined || fault.type === 'custom' ? fault.message : validationText(fault.message ?? '', language)
  }

  const message = refusal ?? (formState.isSubmitted ? null : arrival)
  return (
    <AuthPage>
      <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <div className={styles.top}>
          <h1>{shellText('sign_in')}</h1>
          <LanguageSwitch />
        </div>
        <div role="alert">{message !== null && <p className={styles.refusal}>{message}</p>}</div>
        {fields.map(({ name, type, autoComplete }) => {
          const fault = faultText(formState.errors[name])
          return (
            <div key={name} className={styles.field}>
              <label htmlFor={name}>{shellText(name)}</label>
              <input
                id={name}
                type={type}
                autoComplete={autoComplete}
                aria-invalid={fault !== undefined}
                aria-describedby={fault === undefined ? undefined : `${name}-fault`}
                {...register(name)}
              />
              {fault !== undefined && (
                <p id={`${name}-fault`} className={styles.fault}>
                  {fault}
                </p>
              )}
            </div>
          )
        })}
        <button type="submit" className="button" disabled={formState.isSubmitting}>
          {shellText('sign_in')}
        </button>
      </form>
    </AuthPage>
  )
}
