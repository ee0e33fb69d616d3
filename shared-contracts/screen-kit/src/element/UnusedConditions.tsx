import { listSeparator } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useKitText } from '../base/texts.ts'
import styles from './element.module.css'

interface UnusedConditionsProps {
  /** Conditions by parameter of the URL. */
  readonly conditions: Readonly<Record<string, string>>
  readonly onDrop: () => void
}

/** Says what the URL asks for that the screen does not do, so that nobody takes its rows and figures for an answer to that. */
export function UnusedConditions({ conditions, onDrop }: UnusedConditionsProps): ReactNode {
  const text = useKitText()
  const language = useLanguage()
  const named = Object.entries(conditions).map(([name, value]) => `${name}=${value}`)
  if (named.length === 0) return null
  return (
    <div className={styles.unused}>
      <output>{text('unused_conditions', { conditions: named.join(listSeparator(language)) })}</output>
      <Button type="link" size="small" onClick={onDrop}>
        {text('drop_unused')}
      </Button>
    </div>
  )
}
