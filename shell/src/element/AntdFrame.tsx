import { useLanguage } from '@adsite/i18n'
import { lessMotion, useMediaQuery } from '@adsite/screen-kit'
import { ConfigProvider, type ConfigProviderProps } from 'antd'
import english from 'antd/es/locale/en_US'
import japanese from 'antd/es/locale/ja_JP'
import type { ReactNode } from 'react'
import { pageNonce } from '../base/nonce.ts'
import { stillTheme, theme } from './theme.ts'

/** The build has the styles (shell/src/antd). */
const shown = { ...theme, zeroRuntime: true }
const shownStill = { ...stillTheme, zeroRuntime: true }
const csp = { nonce: pageNonce() }
/** Prevents antd from inserting a space into 選択, whose text is specified (spec/texts "Header texts"). */
const button = { autoInsertSpace: false }
/** spec/site "Tooltips" */
const tooltip: ConfigProviderProps['tooltip'] = { trigger: ['hover', 'focus'] }
const popover: ConfigProviderProps['popover'] = { trigger: 'click' }

/**
 * antd's configuration: Japanese texts, or else antd's English ones; the site's colours; the page's nonce; no
 * animation for users who prefer reduced motion.
 */
export function AntdFrame({ children }: { children: ReactNode }): ReactNode {
  const language = useLanguage()
  const still = useMediaQuery(lessMotion)
  return (
    <ConfigProvider
      csp={csp}
      theme={still ? shownStill : shown}
      button={button}
      tooltip={tooltip}
      popover={popover}
      // Always one: without, antd renders the children elsewhere in its tree, and a change of language would begin the page anew.
      locale={language === 'ja' ? japanese : english}
    >
      {children}
    </ConfigProvider>
  )
}
