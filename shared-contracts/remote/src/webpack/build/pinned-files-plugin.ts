import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Compiler } from 'webpack'

const name = 'PinnedFilesPlugin'

/**
 * Makes the build load its own chunks and styles only with the hash that the release pins them by
 * (spec/quality "Remotes"). The shell puts the release's map, URL path → sha384, into `globalThis.adsitePins`
 * before it loads the entry; a URL that the map lacks is refused.
 */
const pinScript = (variable: string, url: string) => `
var pin = (globalThis.adsitePins || {})[new URL(${url}, location.href).pathname];
if (!pin) throw new Error('Refused: ' + ${url} + ' is not part of the release');
${variable}.integrity = 'sha384-' + pin;
${variable}.crossOrigin = 'anonymous';`

export class PinnedFilesPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        name,
        (source) => `${source}${pinScript('script', 'url')}`,
      )
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        name,
        (source, variables) => `${source}${pinScript(variables.tag, `${variables.tag}.href`)}`,
      )
    })
  }
}
