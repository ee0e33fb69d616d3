import { join } from 'node:path'
import webpack, { type Module, type RuleSetRule, type WebpackPluginInstance } from 'webpack'
import { tokenValues } from './static-styles.ts'

const runtime = (file: string) => join(import.meta.dirname, 'runtime', file)
const moduleOf = (path: string) => new RegExp(`[\\\\/]antd[\\\\/]es[\\\\/]${path.replaceAll('/', '[\\\\/]')}\\.js$`, 'u')

/** Modules of antd that compute in the browser what the build knows. */
const replacements = {
  'theme/useToken': 'use-token.ts',
  'theme/util/useResetIconStyle': 'reset-icon-style.ts',
  'theme/themes/default/theme': 'default-theme.ts',
}

/** Virtual modules for the code that replaces them. */
export const antdModules = {
  'antd-tokens': { source: () => `export default ${JSON.stringify(tokenValues())}`, type: '.js' },
}

/** What makes antd's styles with the build: each component's style sheet comes with the chunk of its code. */
export const antdRules: readonly RuleSetRule[] = [
  { test: [/[\\/]antd[\\/]es[\\/].*style.*\.js$/iu, runtime('base.css')], loader: join(import.meta.dirname, 'styles-loader.ts') },
  // Their packages do not say so.
  { test: /[\\/]@(?:rc-component|ant-design)[\\/]/u, sideEffects: false },
  { test: moduleOf('theme/util/genStyleUtils'), resolve: { alias: { '@ant-design/cssinjs-utils$': runtime('style-makers.ts') } } },
]

/** For the imports of those modules by others of antd. */
export const antdReplacements = (): WebpackPluginInstance[] =>
  Object.entries(replacements).map(([path, file]) => {
    const pattern = moduleOf(path)
    const name = new RegExp(`(?:^|[\\\\/])${path.split('/').at(-1)}$`, 'u')
    return new webpack.NormalModuleReplacementPlugin(name, (found: { context: string; request: string }) => {
      if (pattern.test(`${join(found.context, found.request)}.js`)) found.request = runtime(file)
    })
  })

/** Whether a module is a style sheet that was made here. */
export function hasAntdStyles(module: Module): boolean {
  const place = module.nameForCondition() ?? ''
  return place === runtime('base.css') || /[\\/]antd[\\/]es[\\/]/u.test(place)
}

/** Puts antd's style sheets before all others, whenever they come: what refines them would else depend on the order. */
export const insertStyles = (link: HTMLLinkElement) =>
  /\/antd[^/]*\.css$/.test(link.href) ? document.head.prepend(link) : document.head.append(link)
