import { errors, locales, type Text } from '@adsite/contract'
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
import { factorTexts } from '../factor/texts.ts'
import { logoPath } from '../element/logo-path.ts'
import { otherLanguage } from '../language/other-language.ts'
import { singleSignOnTexts } from '../single-sign-on/texts.ts'
import { earlyLoginForm } from '../form/early-login.ts'

const icon = (path: string, size = 24) =>
  `<svg viewBox="0 0 24 24" width="${size}" height="${size}"><path fill="currentColor" d="${path}"/></svg>`

const action = (path: string, also = '') => `<span class="ef-action${also}">${icon(path)}</span>`

/** A text in the language of the page. */
const inLanguage = (text: Text) => locales.map((locale) => `{{#language.${locale}}}${text[locale]}{{/language.${locale}}}`).join('')

const other = inLanguage({ ja: otherLanguage.ja.name, en: otherLanguage.en.name })

const header = `<div class="ef-header">${action(mdiMenu, ' ef-menu')}<span class="ef-space"></span><span class="ef-action"></span>
<span class="ef-chip">${icon(mdiAccountCircle, 20)}<span class="ef-account">{{account}}</span></span>
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
<thead><tr>{{#choosing}}<th class="ef-pick"><input type="checkbox"></th>{{/choosing}}{{#heads}}${head}{{/heads}}</tr></thead>
<tbody>{{rows}}<tr class="ef-wait"><td></td></tr></tbody></table></div>`

const tones = ['success', 'warning', 'error', 'info'].map((tone) => `{{#colour.${tone}}} ef-${tone}{{/colour.${tone}}}`).join('')

const tags = `{{#tags}}<b class="ef-tag${tones}">{{name}}</b>{{/tags}}`

const bar = `<svg width="100%" height="6"><rect y="2" width="100%" height="4" rx="2"/>
<rect class="ef-spent{{#off}} ef-off{{/off}}" y="2" width="{{spent}}%" height="4" rx="2"/>
<rect class="ef-planned" x="{{planned}}%" width="2" transform="translate(-1)" height="8"/></svg>`

const name = '{{#tail}}<span class="ef-name"><i>{{text}}</i><i>{{tail}}</i></span>{{/tail}}{{^tail}}{{text}}{{/tail}}'

const cell = `<td class="{{#edge}}ef-edge{{/edge}}{{#figure}}ef-figure{{/figure}}{{#link}} ef-link{{/link}}{{#muted}} ef-muted{{/muted}}">
{{#meter}}<span class="ef-meter"><span>{{text}}${tags}</span>${bar}</span>{{/meter}}{{^meter}}${name}${tags}{{/meter}}</td>`

const rows = `{{#rows}}<tr>{{#choosing}}<td class="ef-pick"><input type="checkbox"></td>{{/choosing}}{{#cells}}${cell}{{/cells}}</tr>{{/rows}}`

const widths = `{{#list}}.ef-table table{min-width:{{least}}px}{{#heads}}.ef-table col:nth-child({{at}}){width:{{width}}}{{/heads}}{{/list}}`

/** An input of the login, which the form that replaces it finds by its name. */
const loginInput = (name: 'email' | 'password', autoComplete: string) => `<div class="el-field">
<label for="early-${name}">${inLanguage(shellTexts[name])}</label>
<input id="early-${name}" name="${name}" type="${name}" autocomplete="${autoComplete}"></div>`

/**
 * The login, which can be typed into. Sent before the script has come, it closes its dialog, which stays on show (`useEarlyLogin`), and puts
 * nothing into the address. The other buttons wait for the script.
 */
const login = `<main><p class="el-site">${logo}${inLanguage(shellTexts.site)}</p><div class="el-card">
<div class="el-top"><h1>${inLanguage(shellTexts.sign_in)}</h1><span class="el-language">${other}</span></div>
<dialog open><form id="${earlyLoginForm}" method="dialog">
{{#page.unauthorized}}<p class="el-arrival">${inLanguage(errors.unauthenticated.text)}</p>{{/page.unauthorized}}
${loginInput('email', 'username webauthn')}${loginInput('password', 'current-password')}
<button class="button">${inLanguage(shellTexts.sign_in)}</button></form></dialog>
{{#page.passkeys}}<button class="el-second" disabled>${inLanguage(factorTexts.sign_in_with_passkey)}</button>{{/page.passkeys}}
<button class="el-second" disabled>${inLanguage(singleSignOnTexts.offer)}</button>
<a href="/auth/forgot">${inLanguage(shellTexts.forgot_link)}</a></div></main>`

/** Comments and the blanks between rules are for those who read the file. */
const compact = (css: string) =>
  css
    .replaceAll(/\/\*.*?\*\//gsu, '')
    .replaceAll(/\s*([{};,>])\s*/gu, '$1')
    .replaceAll(/:\s+/gu, ':')
    .trim()

/** Its line breaks are for those who read the file. */
const onOneLine = (template: string) => template.replaceAll('\n', '')

/** The template of the rows that come where the frame has `{{rows}}`; properties are those of `FrameRows`. */
export const earlyRowsTemplate = onOneLine(rows)

/** The sources of its styles: of pages with header and menu, and of the login. */
export interface EarlyStyles {
  readonly frame: string
  readonly login: string
}

/**
 * The template of what the gateway sends before the page's script has come, in Mustache (docs/decisions/0047-early-frame.md): the login, or
 * header, rail, and of an area's page the breadcrumb, the title and the heads of a list. It must look like what React draws in its place.
 * `barePages` are first segments of pages that have none but the login. Properties are those of `FrameView`; everything is escaped, since
 * names come from users.
 */
export function earlyFrameTemplate(css: EarlyStyles, barePages: readonly string[]): string {
  const style = (own: string) => `<style nonce="{{nonce}}">${own}</style>`
  const main = `<div class="ef-main">{{#route}}${place}{{/route}}{{^route}}<div class="skeleton-line"></div>{{/route}}
{{#list}}${list}{{/list}}{{^list}}<div class="skeleton-block"></div>{{/list}}</div>`
  const frame = `<div id="early-frame" aria-hidden="true" inert>${style(compact(css.frame) + widths)}${header}${rail}${main}</div>`
  const early = barePages.reduce((inner, page) => `{{^page.${page}}}${inner}{{/page.${page}}}`, frame)
  return onOneLine(
    `{{#page.login}}<div id="early-frame" lang="${inLanguage({ ja: 'ja', en: 'en' })}">${style(compact(css.login))}${login}</div>{{/page.login}}${early}`,
  )
}
