import { useLanguage } from '@adsite/i18n'
import { ConfigProvider } from 'antd'
import japanese from 'antd/es/locale/ja_JP'
import type { ReactNode } from 'react'
import { pageNonce } from '../nonce.ts'
import { theme } from './theme.ts'

const csp = { nonce: pageNonce() }

/** The component library as the site wants it: its texts in Japanese, else in its own English; our colours; the page's nonce. */
export function AntdFrame({ children }: { children: ReactNode }): ReactNode {
  const language = useLanguage()
  return (
    <ConfigProvider csp={csp} theme={theme} {...(language === 'ja' ? { locale: japanese } : {})}>
      {children}
    </ConfigProvider>
  )
}
