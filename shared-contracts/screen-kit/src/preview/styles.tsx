import type { ReactNode } from 'react'
import { contentHash } from '../base/content-hash.ts'

const rules = {
  figure: '&{display:grid;gap:6px;min-width:0;margin:0}',
  stage:
    "&{overflow:auto;max-width:100%;padding:16px;border-radius:6px;background:repeating-conic-gradient(#f3f4f6 0% 25%,#fafbfc 0% 50%) 0 0/16px 16px}& iframe{display:block;max-width:none;border:0;background:#fff;transform-origin:0 0}&[data-device='phone']{width:390px;padding:16px 15px;border:1px solid #d9dce1;border-radius:20px}@media(max-width:959.98px){&[data-device='phone']{width:auto}}",
  sheet: '&{overflow:hidden;margin:0 auto}',
  caption: '&{color:rgba(0,0,0,.6);font-size:12px}',
} as const

const scope = `pv${contentHash(JSON.stringify(rules))}`

// oxlint-disable-next-line typescript/consistent-type-assertions -- built from the keys of the rules
export const preview = Object.fromEntries(Object.keys(rules).map((name) => [name, `${scope}-${name}`])) as Readonly<
  Record<keyof typeof rules, string>
>

const css = Object.entries(rules)
  .map(([name, rule]) => rule.replaceAll('&', `.${scope}-${name}`))
  .join('\n')

/** Adds the rules of previews to the page once. */
export function PreviewStyles(): ReactNode {
  return (
    <style href={scope} precedence="kit">
      {css}
    </style>
  )
}
