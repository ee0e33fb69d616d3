import { useLanguage } from '@adsite/i18n'
import { ConfigProvider } from 'antd'
import japanese from 'antd/es/locale/ja_JP'
import type { ReactNode } from 'react'
import { pageNonce } from '../nonce.ts'
import { theme } from './theme.ts'

const csp = { nonce: pageNonce() }
/** Texts to the letter (SPEC): no space put between the two characters of 選択. */
const button = { autoInsertSpace: false }

/** The component library as the site wants it: its texts in Japanese, else in its own English; our colours; the page's nonce. */
export function AntdFrame({ children }: { children: ReactNode }): ReactNode {
  const language = useLanguage()
  return (
    <ConfigProvider csp={csp} theme={theme} button={button} {...(language === 'ja' ? { locale: japanese } : {})}>
      {children}
    </ConfigProvider>
  )
}
