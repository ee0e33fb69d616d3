import { extname, join, relative, sep } from 'node:path'
import type { LoaderContext } from 'webpack'

const here = import.meta.dirname + sep
const runtime = join(here, `refresh${extname(import.meta.filename)}`)

/**
 * Wraps a compiled module in the functions that the compiler's fast refresh calls need. Only modules with
 * components contain such calls.
 */
export default function refreshLoader(this: LoaderContext<object>, source: string): string {
  // Editors empty a file before they write it, and an empty module accepts no further update.
  if (source.trim() === '') throw new Error('The file is empty')
  if (!source.includes('$RefreshReg$') && !source.includes('$RefreshSig$')) return source
  // The stand-in modules themselves are not components of the remote.
  if (this.resourcePath.startsWith(here)) return `const $RefreshReg$ = () => {}, $RefreshSig$ = () => (type) => type;\n${source}`
  const name = JSON.stringify(relative(this.rootContext, this.resourcePath))
  return `import * as adsiteRefresh from ${JSON.stringify(runtime)};
const $RefreshReg$ = (type, name) => adsiteRefresh.register(${name}, type, name);
const $RefreshSig$ = adsiteRefresh.signature;
${source}
if (import.meta.webpackHot) adsiteRefresh.settle(__webpack_module__.exports, () => import.meta.webpackHot.accept());
`
}
