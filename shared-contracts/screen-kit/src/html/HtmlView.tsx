import { useMemo, type ReactNode } from 'react'
import { htmlNodes } from './html-nodes.tsx'
import { richText, RichTextStyles } from './rich-text-styles.tsx'

/** Formatted text for reading. The server has sanitised it; this takes no markup from it all the same. */
export function HtmlView({ html }: { html: string }): ReactNode {
  const content = useMemo(() => htmlNodes(html), [html])
  return (
    <div className={richText}>
      <RichTextStyles />
      {content}
    </div>
  )
}
