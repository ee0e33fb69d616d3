import type { ReactNode } from 'react'
import { contentHash } from '../base/content-hash.ts'

const rules = `
&{font-size:15px;line-height:1.8;overflow-wrap:anywhere;white-space:normal}
&>:first-child{margin-top:0}
&>:last-child{margin-bottom:0}
& p{margin:0 0 12px}
& h2{margin:24px 0 8px;font-size:19px;font-weight:600;line-height:1.5}
& h3,& h4{margin:20px 0 8px;font-size:16px;font-weight:600;line-height:1.5}
& ul,& ol{margin:0 0 12px;padding-left:24px}
& li>p{margin:0 0 4px}
& blockquote{margin:0 0 12px;padding:0 0 0 16px;border-left:3px solid #c5ccd8;color:#4b5563}
& pre{margin:0 0 12px;padding:12px;overflow-x:auto;border-radius:6px;background:#f5f6f8;white-space:pre-wrap}
& code{font-family:ui-monospace,monospace;font-size:.92em}
& hr{margin:20px 0;border:0;border-top:1px solid #d9dee7}
& a{color:#155bd6;text-decoration:underline}
`.trim()

/** Class of formatted text, used in the editor and in views, so that authors see what readers see. */
export const richText = `rt${contentHash(rules)}`

const css = rules.replaceAll('&', `.${richText}`)

/** Adds the rules of {@link richText} to the page once. */
export function RichTextStyles(): ReactNode {
  return (
    <style href={richText} precedence="kit">
      {css}
    </style>
  )
}
