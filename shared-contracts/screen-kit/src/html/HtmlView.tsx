import { useMemo, type ReactNode } from 'react'
import { htmlNodes } from './html-nodes.tsx'
import styles from './html.module.css'

/** Renders rich text. The server has sanitised it, but this component inserts no markup from it either. */
export function HtmlView({ html }: { html: string }): ReactNode {
  const content = useMemo(() => htmlNodes(html), [html])
  return <div className={styles.richText}>{content}</div>
}
