import { locales, type Text } from '@adsite/contract'
import {
  mdiAccountCircle,
  mdiAccountCogOutline,
  mdiBellOutline,
  mdiLogout,
  mdiMenu,
  mdiMenuDown,
  mdiMenuSwap,
  mdiMenuUp,
  mdiRocketLaunchOutline,
} from '@mdi/js'
import { shellTexts } from '../base/texts.ts'
import { logoPath } from '../element/logo-path.ts'
import { otherLanguage } from '../language/other-language.ts'

const icon = (path: string, size = 24) =>
  `<svg viewBox="0 0 24 24" width="${size}" height="${size}"><path fill="currentColor" d="${path}"/></svg>`

const action = (path: string, also = '') => `<span class="ef-action${also}">${icon(path)}</span>`

/** A text in the language of the page. */
const inLanguage = (text: Text) => locales.map((locale) => `{{#language.${locale}}}${text[locale]}{{/language.${locale}}}`).join('')

const other = inLanguage({ ja: otherLanguage.ja.name, en: otherLanguage.en.name })

const header = `<div class="ef-header">${action(mdiMenu, ' ef-menu')}<span class="ef-space"></span><span class="ef-action"></span>
<span class="ef-chip">${icon(mdiAccountCircle, 20)}<span class="ef-name">{{account}}</span></span>
{{#releases}}${action(mdiRocketLaunchOutline)}{{/releases}}${action(mdiBellOutline)}
<span class="ef-language">${other}</span>${action(mdiAccountCogOutline)}${action(mdiLogout)}</div>`

const logo = `<svg viewBox="0 0 32 32" width="32" height="32"><rect width="32" height="32" rx="8" fill="var(--primary)"/><path fill="#fff" d="${logoPath}"/></svg>`

const rail = `<div class="ef-rail"><span class="ef-logo">${logo}</span>
{{#areas}}<span class="ef-area{{#current}} ef-current{{/current}}">${icon('{{icon}}')}</span>{{/areas}}</div>`

const place = `<div class="ef-crumbs"><b>${inLanguage(shellTexts.home)}</b>
{{#above}}{{#link}}<b>{{title}}</b>{{/link}}{{^link}}<span>{{title}}</span>{{/link}}{{/above}}<span>{{title}}</span></div>
{{#heading}}<div class="ef-title">{{title}}</div>{{/heading}}{{^heading}}<div class="skeleton-line"></div>{{/heading}}`

const arrows = `{{#up}}${icon(mdiMenuUp, 16)}{{/up}}{{#down}}${icon(mdiMenuDown, 16)}{{/down}}{{#none}}${icon(mdiMenuSwap, 16)}{{/none}}`

const head = `<th class="{{#edge}}ef-edge{{/edge}}{{#figure}}ef-figure{{/figure}}{{#sort}}{{^none}} ef-sorted{{/none}}{{/sort}}">
{{#sort}}<span>{{label}}${arrows}</span>{{/sort}}{{^sort}}{{label}}{{/sort}}</th>`

const list = `<div class="ef-tools"></div><div class="ef-table"><table>
<colgroup>{{#choosing}}<col class="ef-pick">{{/choosing}}{{#heads}}<col>{{/heads}}</colgroup>
<thead><tr>{{#choosing}}<th class="ef-pick"><input type="checkbox" disabled></th>{{/choosing}}{{#heads}}${head}{{/heads}}</tr></thead>
<tbody><tr><td></td></tr></tbody></table></div>`

const widths = `{{#list}}.ef-table table{min-width:{{least}}px}{{#heads}}.ef-table col:nth-child({{at}}){width:{{width}}}{{/heads}}{{/list}}`

/** Comments and the blanks between rules are for those who read the file. */
const compact = (css: string) =>
  css
    .replaceAll(/\/\*.*?\*\//gsu, '')
    .replaceAll(/\s*([{};,>])\s*/gu, '$1')
    .replaceAll(/:\s+/gu, ':')
    .trim()

/**
 * The template of what the gateway sends before the page's script has come, in Mustache (docs/decisions/0047-early-frame.md): header, rail,
 * and of an area's page the breadcrumb, the title and the heads of a list. It must look like what React draws in its place. `css` is
 * early-frame.css, `barePages` are first segments of pages that have none. Properties are those of `FrameView`; everything is escaped, since names come from users.
 */
export function earlyFrameTemplate(css: string, barePages: readonly string[]): string {
  const style = `<style nonce="{{nonce}}">${compact(css)}${widths}</style>`
  const main = `<div class="ef-main">{{#route}}${place}{{/route}}{{^route}}<div class="skeleton-line"></div>{{/route}}
{{#list}}${list}{{/list}}{{^list}}<div class="skeleton-block"></div>{{/list}}</div>`
  const frame = `<div id="early-frame" aria-hidden="true" inert>${style}${header}${rail}${main}</div>`
  const framed = barePages.reduce((inner, page) => `{{^page.${page}}}${inner}{{/page.${page}}}`, frame)
  return framed.replaceAll('\n', '')
}
