import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractVersion, type ShellManifest } from '@adsite/remote/manifest'
import { antdPath, sharedAntd, sharedModules } from '@adsite/remote/shared'
import { baseConfiguration, buildUnit, ManifestPlugin } from '@adsite/remote/webpack'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import webpack, { type Configuration } from 'webpack'

const folder = import.meta.dirname

function versionOf(module: string): string {
  const [scope, name] = module.split('/')
  const packageName = module.startsWith('@') ? `${scope}/${name}` : scope!
  return (JSON.parse(readFileSync(join(folder, 'node_modules', packageName, 'package.json'), 'utf8')) as { version: string }).version
}

/**
 * Source of `virtual:shares`: what the shell gives to remotes, made from the one list in @adsite/remote.
 * Only the listed names are imported, so that the shell's tree shaking stays whole.
 */
function sharesSource(): string {
  const imports: string[] = []
  const entries: string[] = []
  for (const [index, [module, names]] of Object.entries(sharedModules).entries()) {
    if (names.includes('*')) {
      imports.push(`import * as m${index} from '${module}'`)
      entries.push(`'${module}': given(m${index}, '${versionOf(module)}')`)
      continue
    }
    imports.push(`import { ${names.map((name) => `${name} as m${index}_${name}`).join(', ')} } from '${module}'`)
    const facade = names.map((name) => `${name}: m${index}_${name}`).join(', ')
    entries.push(`'${module}': given({ ${facade} }, '${versionOf(module)}')`)
  }
  for (const [component, chunk] of Object.entries(sharedAntd)) {
    const module = antdPath(component)
    if (chunk === 'eager') {
      const local = `antd_${component.replaceAll('-', '_')}`
      imports.push(`import ${local} from '${module}'`)
      entries.push(`'${module}': given({ default: ${local} }, '${versionOf(module)}')`)
    } else {
      const load = `import(/* webpackChunkName: "antd-${chunk}", webpackExports: ["default"] */ '${module}')`
      entries.push(`'${module}': fetched(() => ${load}, '${versionOf(module)}')`)
    }
  }
  return `import { fetched, given } from './src/federation/share.ts'
${imports.join('\n')}
export const shares = {
${entries.join(',\n')}
}`
}

function configuration(build: string): Configuration {
  const base = baseConfiguration(folder)
  const manifest: ShellManifest = {
    build,
    contract: contractVersion,
    entry: 'index.html',
    shares: {
      ...(sharedModules as Record<string, string[]>),
      ...Object.fromEntries(Object.keys(sharedAntd).map((component) => [antdPath(component), ['default']])),
    },
  }
  return {
    ...base,
    entry: './src/main.tsx',
    output: { ...base.output, publicPath: 'auto', uniqueName: 'adsite_shell' },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.experiments.schemes.VirtualUrlPlugin({ shares: { source: sharesSource, type: '.js', context: folder } }, 'virtual'),
      // The gateway puts the place of the build here when it serves the page.
      new HtmlWebpackPlugin({ template: './src/index.html', publicPath: '__SHELL_BASE__', minify: false, scriptLoading: 'defer' }),
      new ManifestPlugin([], () => manifest),
    ],
  }
}

await buildUnit(folder, configuration)
