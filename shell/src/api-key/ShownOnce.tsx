import type { ReactNode } from 'react'
import { copyText } from '../alert/copy-text.ts'
import { useStepFocus } from '../form/use-step-focus.ts'
import styles from './api-key.module.css'
import { useApiKeyText } from './texts.ts'

interface Properties {
  readonly title: string
  readonly help: string
  readonly label: string
  readonly secret: string
  readonly onKept: () => void
}

/** A secret that is never shown again, until its reader says that they have kept it. */
export function ShownOnce({ title, help, label, secret, onKept }: Properties): ReactNode {
  const text = useApiKeyText()
  const step = useStepFocus<HTMLDivElement>()
  return (
    <div ref={step} className={styles.box}>
      <h3>{title}</h3>
      <p className={styles.help}>{help}</p>
      <div className={styles.row}>
        <input className={styles.secret} aria-label={label} value={secret} readOnly onFocus={(event) => event.target.select()} />
        <button
          type="button"
          className={styles.plain}
          onClick={() => void copyText(secret, { copied: text('copied'), notCopied: text('not_copied') })}
        >
          {text('copy')}
        </button>
        <button type="button" className={styles.plain} onClick={onKept}>
          {text('keep')}
        </button>
      </div>
    </div>
  )
}
