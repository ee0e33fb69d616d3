import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Compiler } from 'webpack'

const name = 'PinnedFilesPlugin'

/**
 * Hash pinning (spec/quality "Remotes"): makes the build verify its own chunks and styles against the hashes of
 * the release. Before loading the entry, the shell stores the release's map, URL path → sha384, in
 * `globalThis.adsitePins`; URLs missing from the map are rejected.
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
