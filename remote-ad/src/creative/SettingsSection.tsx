import { useMay } from '@adsite/auth'
import { Panel } from '@adsite/screen-kit'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import styles from './base/creative.module.css'
import { useScreenText } from './base/texts.ts'

/** The fields that can change without review, with a link to their form. */
export function SettingsSection({ onChange }: { onChange: () => void }): ReactNode {
  const t = useScreenText()
  if (!useMay('creative.update')) return null
  return (
    <Panel title={t('settings')} actions={<Button onClick={onChange}>{t('change_settings')}</Button>}>
      <p className={styles.note}>{t('settings_hint')}</p>
    </Panel>
  )
}
