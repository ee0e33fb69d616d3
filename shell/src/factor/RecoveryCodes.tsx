import type { ReactNode } from 'react'
import { copyText } from '../alert/copy-text.ts'
import { useStepFocus } from '../form/use-step-focus.ts'
import styles from './factor.module.css'
import { useFactorText } from './texts.ts'

/** Recovery codes, the one time that they are shown. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): ReactNode {
  const text = useFactorText()
  const step = useStepFocus<HTMLDivElement>()
  const asText = codes.join('\n')
  return (
    <>
      <p>{text('recovery_help')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div ref={step} className={styles.buttons}>
        <button
          type="button"
          className={styles.quiet}
          onClick={() => void copyText(asText, { copied: text('recovery_copied'), notCopied: text('recovery_not_copied') })}
        >
          {text('recovery_copy')}
        </button>
        <a
          className={styles.quiet}
          download="adsite-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${asText}\n`)}`}
        >
          {text('recovery_save')}
        </a>
        <button type="button" className="button" onClick={onDone}>
          {text('recovery_done')}
        </button>
      </div>
    </>
  )
}
