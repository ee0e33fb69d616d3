// @vitest-environment jsdom
import { startI18n } from '@adsite/i18n'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, test } from 'vitest'
import { addShellTexts } from '../base/texts.ts'
import { sampleSession } from '../testing/fake-server.ts'
import { alertAtom, clearAlert } from './alert-state.ts'
import { tellOfOtherTab } from './tell-of-other-tab.ts'

const told = () => getDefaultStore().get(alertAtom)?.messages

afterEach(() => {
  localStorage.clear()
  clearAlert()
})

test('a switch in another tab is told, and where unsaved input comes back only if some is kept', () => {
  startI18n('ja')
  addShellTexts()
  const session = sampleSession(10)
  const switched = `別のタブでアカウントが「${session.accounts[0]!.name}」に切り替えられました。`
  tellOfOtherTab(session)
  expect(told()).toEqual([switched])
  localStorage.setItem('adsite.d.user.form', 'sealed')
  tellOfOtherTab(session)
  expect(told()).toEqual([switched, '保存していない入力内容は、同じアカウントに戻って同じ画面を開くと復元されます。'])
})
