import { useLanguage } from '@adsite/i18n'
import { lessMotion, useMediaQuery } from '@adsite/screen-kit'
import { ConfigProvider, type ConfigProviderProps } from 'antd'
import japanese from 'antd/es/locale/ja_JP'
import type { ReactNode } from 'react'
import { pageNonce } from '../base/nonce.ts'
import { theme } from './theme.ts'

const stillTheme = { ...theme, token: { ...theme.token, motion: false } }
const csp = { nonce: pageNonce() }
/** Texts to the letter (spec/texts "Header texts"): no space put between the two characters of 選択. */
const button = { autoInsertSpace: false }
/** spec/site "Tooltips" */
const tooltip: ConfigProviderProps['tooltip'] = { trigger: ['hover', 'focus'] }
const popover: ConfigProviderProps['popover'] = { trigger: 'click' }

/** The component library as the site wants it: its texts in Japanese, else in its own English; our colours; the page's nonce; no motion where none is wanted. */
export function AntdFrame({ children }: { children: ReactNode }): ReactNode {
  const language = useLanguage()
  const still = useMediaQuery(lessMotion)
  return (
    <ConfigProvider
      csp={csp}
      theme={still ? stillTheme : theme}
      button={button}
      tooltip={tooltip}
      popover={popover}
      {...(language === 'ja' ? { locale: japanese } : {})}
    >
      {children}
    </ConfigProvider>
  )
}
