// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { object, string } from 'valibot'
import { AuthField, AuthForm } from './AuthForm.tsx'
import { useAuthForm } from './use-auth-form.ts'
import { EarlyFrameEnd } from '../page/early-frame.ts'
import { earlyLoginForm, useEarlyLogin } from './early-login.ts'

const early = `<div id="early-frame"><dialog open><form id="${earlyLoginForm}"><input id="early-email" name="email" type="email">
<input id="early-password" name="password" type="password"><button>sign in</button></form></dialog></div>`
beforeEach(() => document.body.insertAdjacentHTML('beforeend', early))
afterEach(() => {
  cleanup()
  document.getElementById('early-frame')?.remove()
})

let sent: unknown[]
function Login({ email = '' }: { email?: string }): ReactNode {
  const form = useAuthForm({
    schema: object({ email: string(), password: string() }),
    defaults: { email, password: '' },
    send: (body) => Promise.resolve(void sent.push(body)),
  })
  return (
    <AuthForm form={form} action="sign in">
      <AuthField form={form} name="email" label="email" type="email" autoComplete="off" />
      <AuthField form={form} name="password" label="password" type="password" autoComplete="off" />
      <EarlyInput fill={form.fill} />
    </AuthForm>
  )
}
function EarlyInput({ fill }: { fill: Parameters<typeof useEarlyLogin>[0] }): ReactNode {
  useEarlyLogin(fill)
  return null
}

const earlyInput = (name: string) => document.querySelector<HTMLInputElement>(`#early-${name}`)!
function draw(email?: string): (label: string) => HTMLInputElement {
  sent = []
  render(
    <>
      <Login {...(email === undefined ? {} : { email })} />
      <EarlyFrameEnd />
    </>,
  )
  expect(document.getElementById('early-frame')).toBeNull()
  return (label) => screen.getByLabelText<HTMLInputElement>(label)
}

test('what was typed before is there, where it was typed, and is what is sent', async () => {
  earlyInput('email').value = 'a@b.example'
  earlyInput('password').value = 'secret'
  earlyInput('password').focus()
  earlyInput('password').setSelectionRange(2, 4)
  const input = draw()
  expect([input('email').value, input('password').value]).toEqual(['a@b.example', 'secret'])
  expect(document.activeElement).toBe(input('password'))
  expect([input('password').selectionStart, input('password').selectionEnd]).toEqual([2, 4])
  screen.getByText('sign in').click()
  await expect.poll(() => sent).toEqual([{ email: 'a@b.example', password: 'secret' }])
})

test('somebody who is in the e-mail address stays there; what was not typed leaves what the form begins with', () => {
  earlyInput('email').focus()
  const input = draw('known@b.example')
  expect([input('email').value, input('password').value]).toEqual(['known@b.example', ''])
  expect(document.activeElement).toBe(input('email'))
})

test('nobody is put into an input who was in none', () => {
  earlyInput('email').value = 'a@b.example'
  draw()
  expect(document.activeElement).toBe(document.body)
})

test('what was sent before is sent once the form is there, and only then', async () => {
  earlyInput('email').value = 'a@b.example'
  earlyInput('password').value = 'secret'
  // Browsers close the dialog of a form that is sent; jsdom does not.
  document.querySelector('dialog')!.open = false
  draw()
  await expect.poll(() => sent).toEqual([{ email: 'a@b.example', password: 'secret' }])
  cleanup()
  document.body.insertAdjacentHTML('beforeend', early)
  earlyInput('email').value = 'a@b.example'
  earlyInput('password').value = 'secret'
  const input = draw()
  expect(input('password').value).toBe('secret')
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent).toEqual([])
})
