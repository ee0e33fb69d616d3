import { Children, useId, type ReactNode } from 'react'
import { RetryButton } from './RetryButton.tsx'
import kit from '../base/kit.module.css'
import { usePlaceFocus } from '../focus/use-place-focus.ts'
import styles from './element.module.css'
import { useKitText } from '../base/texts.ts'

interface PanelProps {
  readonly title: string
  /** Shown next to the title, but not part of the section's accessible name. */
  readonly state?: ReactNode
  readonly actions?: ReactNode
  /** True while the content is loading; shows a placeholder as long as there are no children. */
  readonly busy?: boolean
  /** Shown instead of the content: an error, with a way to retry. */
  readonly failure?: { readonly error: { readonly message: string }; readonly retry: () => void } | null
  readonly children?: ReactNode
}

/** A titled section of a screen. */
export function Panel({ title, state, actions, busy = false, failure = null, children }: PanelProps): ReactNode {
  const text = useKitText()
  const id = useId()
  const panel = usePlaceFocus()
  return (
    <section ref={panel} className={kit.panel} aria-labelledby={id} aria-busy={busy}>
      <div className={styles.panelHead}>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {state}
        {actions ? <div className={styles.panelActions}>{actions}</div> : null}
      </div>
      {failure ? (
        <div className={styles.panelBody} role="alert">
          <p>
            <b>{text('load_failed')}</b>
            <br />
            {failure.error.message}
          </p>
          <div>
            <RetryButton onClick={failure.retry} />
          </div>
        </div>
      ) : Children.toArray(children).length > 0 ? (
        <div className={styles.panelBody}>{children}</div>
      ) : busy ? (
        <div className={styles.panelBody} aria-hidden="true">
          <span className={kit.bone} />
          <span className={kit.bone} />
        </div>
      ) : null}
    </section>
  )
}
