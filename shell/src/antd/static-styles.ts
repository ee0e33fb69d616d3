import { createRequire } from 'node:module'
import { createElement, type ComponentType, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { ThemeConfig } from 'antd'
import { cssVar, stillTheme, theme } from '../element/theme.ts'

/** Styles by the path that antd gives them: `style%%Button-Button%ant-btn%anticon`. */
export interface StyleCache {
  readonly cache: Map<string, unknown>
}

interface CssInJs {
  createCache(): StyleCache
  extractStyle(cache: StyleCache, options: { readonly plain: true }): string
  readonly StyleProvider: ComponentType<{ readonly cache: StyleCache; readonly mock?: 'server'; readonly children?: ReactNode }>
}

type StyleComponent = ComponentType<{ prefixCls: string; rootCls?: string }>
type StyleHook = (prefixCls: string, ...rest: unknown[]) => unknown
type Component = string | readonly string[]
interface Makers {
  genStyleHooks: (component: Component, ...rest: unknown[]) => StyleHook
  genComponentStyleHook: (component: Component, ...rest: unknown[]) => StyleHook
  genSubStyleComponent: (component: Component, ...rest: unknown[]) => StyleComponent
}

// The copies that antd itself uses.
const requireAntd = createRequire(createRequire(import.meta.url).resolve('antd/package.json'))
export const { createCache, extractStyle, StyleProvider }: CssInJs = requireAntd('@ant-design/cssinjs')
const makers: Makers = requireAntd('antd/lib/theme/util/genStyleUtils')

/** `['Input', 'Search']` → `Input-Search`: how a component names its styles. */
export const styleName = (component: Component) => [component].flat().join('-')

/** Names of the functions with which components of antd make their styles. */
export const styleMakers: readonly string[] = Object.keys({
  genStyleHooks: true,
  genComponentStyleHook: true,
  genSubStyleComponent: true,
} satisfies Record<keyof Makers, true>)

/** The components of styles, by the names of those; what has the same name twice is drawn twice. */
const styled = new Map<string, StyleComponent[]>()

function keep(component: Component, drawn: StyleComponent): void {
  const name = styleName(component)
  styled.set(name, [...(styled.get(name) ?? []), drawn])
}

const drawing = (useStyle: StyleHook) =>
  function Styles({ prefixCls, rootCls }: { prefixCls: string; rootCls?: string }): null {
    useStyle(prefixCls, rootCls)
    return null
  }
for (const maker of ['genStyleHooks', 'genComponentStyleHook'] as const) {
  const make = makers[maker]
  makers[maker] = (component, ...rest) => {
    const useStyle = make(component, ...rest)
    keep(component, drawing(useStyle))
    return useStyle
  }
}
const makeComponent = makers.genSubStyleComponent
makers.genSubStyleComponent = (component, ...rest) => {
  const Styles = makeComponent(component, ...rest)
  keep(component, Styles)
  return Styles
}

/** antd as it makes styles in a browser, for the test that compares. */
export const antd: typeof import('antd') = requireAntd('antd')
const { ConfigProvider, theme: themes } = antd

// These make their styles anew wherever they are drawn.
for (const [name, module] of [
  ['Tooltip', 'tooltip'],
  ['Menu', 'menu'],
] as const) {
  styled.set(name, [drawing(requireAntd(`antd/lib/${module}/style`).default)])
}

function cacheOf(styles: readonly StyleComponent[], [prefixCls, rootCls]: Classes, config: ThemeConfig): StyleCache {
  const cache = createCache()
  const drawn = styles.map((Styles, key) => createElement(Styles, { key, prefixCls, ...(rootCls !== undefined && { rootCls }) }))
  renderToString(createElement(StyleProvider, { cache, mock: 'server' }, createElement(ConfigProvider, { theme: config }, drawn)))
  return cache
}

/** Styles and variables of every component: they stand in the base. */
const isOfAll = (path: string) => /^(?:token|style%%(?:Shared|ant-design-icons))%/u.test(path)

function textOf(cache: StyleCache, wanted: (path: string) => boolean): string {
  const picked = createCache()
  for (const [path, entry] of cache.cache) if (wanted(path)) picked.cache.set(path, entry)
  // What antd would look for in the page to know of styles that a server has drawn.
  return extractStyle(picked, { plain: true }).replace(/\.data-ant-cssinjs-cache-path\{[^}]*\}/u, '')
}

/** Classes with which a component asks for its styles; the second one stands for all of its elements. Some take its variables alone. */
type Classes = readonly [prefixCls: string, rootCls?: string, variables?: 'alone']

const withRoot = (prefixCls: string): readonly [string, string] => [prefixCls, `${prefixCls}-css-var`]

/** Components with a class of their own for all of their elements. */
const rooted = ['Checkbox', 'DatePicker', 'Dropdown', 'Form', 'InputNumber', 'Modal', 'Radio', 'Select', 'Table', 'Tabs']

/** The classes of styles, where those are not the name in kebab case. The test compares all of them with antd's own. */
const classes: Readonly<Record<string, readonly Classes[]>> = {
  Addon: [['ant-space-addon']],
  Button: [['ant-btn']],
  'Button-compact': [['ant-btn']],
  DatePicker: [withRoot('ant-picker')],
  Grid: [['ant-row'], ['ant-col']],
  'Input-Component': [withRoot('ant-input')],
  'Input-OTP': [['ant-otp']],
  'Input-Search': [['ant-input-search']],
  'Input-TextArea': [withRoot('ant-input')],
  // A dropdown draws it without styles of its own, and nothing else of the site does.
  Menu: [],
  'Space-Compact': [['ant-space-compact']],
  Tooltip: [withRoot('ant-tooltip'), [...withRoot('ant-popover'), 'alone']],
}

function classesOf(name: string): readonly Classes[] {
  const [component = ''] = name.split('-')
  const usual = `ant-${component.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, '-').toLowerCase()}`
  return classes[name] ?? [rooted.includes(name) ? withRoot(usual) : [usual]]
}

/** Declarations of a rule that has only variables, as antd makes it for its tokens. */
const declarationsOf = (rule: string) => rule.slice(rule.indexOf('{') + 1, rule.lastIndexOf('}')).split(';')

/** Styles of one component of antd in the site's theme, by the name of its styles. */
export function componentStyles(name: string): string {
  const [first, ...others] = styled.get(name) ?? []
  if (!first) throw new Error(`antd has no styles "${name}"; see shell/src/antd`)
  const isWanted = (path: string, variables?: 'alone') => !isOfAll(path) && (variables === undefined || path.startsWith('cssVar%'))
  return classesOf(name)
    .map((as, at) => textOf(cacheOf([others[at - 1] ?? first], as, theme), (path) => isWanted(path, as[2])))
    .join('')
}

/** antd means its own links, and those inside its elements; with a hash in its classes it says so. */
export const scoped = (sheet: string) => sheet.replaceAll(/(?<=^|[},])a(?=[:{,[])/gu, `a:where(.${cssVar.key}, .${cssVar.key} *)`)

/** The variables of the theme, without motion for users who prefer that, and what antd resets for all components. */
export function baseStyles(): string {
  const cache = cacheOf(styled.get('Button') ?? [], ['ant-btn'], theme)
  const isToken = (path: string) => path.startsWith('token%')
  const moving = textOf(cache, isToken)
  const known = new Set(declarationsOf(moving))
  const still = declarationsOf(textOf(cacheOf([], [''], stillTheme), isToken)).filter((declaration) => !known.has(declaration))
  const selector = moving.slice(0, moving.indexOf('{'))
  return `${scoped(textOf(cache, isOfAll))}@media (prefers-reduced-motion: reduce){${selector}{${still.join(';')}}}`
}

/** Names of the tokens for shades of antd's preset colours, which no component reads by name. */
const isShade = (name: string) => /^[a-z]+-?\d+$/u.test(name)

/** The values of the theme's tokens. */
export function tokenValues(): Readonly<Record<string, unknown>> {
  let values: object = {}
  function Tokens(): null {
    values = themes.useToken().token
    return null
  }
  cacheOf([Tokens], [''], theme)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isShade(name)))
}
