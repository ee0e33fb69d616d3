import { required } from '@adsite/contract'
import { extname, join } from 'node:path'
import webpack, { type Configuration } from 'webpack'
import WebpackDevServer from 'webpack-dev-server'
import { baseConfiguration } from '../build/base-configuration.ts'
import { readPackage } from '../build/build-id.ts'
import { problemsPath, problemStream } from './problem-stream.ts'
import { typeChecker } from './type-checker.ts'
import { federationNameOf, readArea, remotePlugins } from '../build/remote.ts'

export interface ServeOptions {
  /** Port on 127.0.0.1; no other machine can reach the server. */
  readonly port: number
  /** Origin of the only site that may read from the server, `http://127.0.0.1:8080`. */
  readonly site: string
  /** Called when a build starts. */
  readonly onStart: () => void
  /** Called after each build with its number of errors; 0 means success. */
  readonly onBuild: (errors: number, text: string) => void
  /** Called after each check of types with its errors; none means success. */
  readonly onTypes: (errors: readonly string[]) => void
}

export interface ServedRemote {
  readonly area: string
  /** Origin of the served files, `http://127.0.0.1:9100`, to be entered in the shell. */
  readonly origin: string
  readonly stop: () => Promise<void>
}

/** A module beside this one: a source in the workspace, compiled in the package. */
const besides = (name: string) => join(import.meta.dirname, `${name}${extname(import.meta.filename)}`)

async function configurationOf(folder: string, origin: string): Promise<{ area: string; configuration: Configuration }> {
  const area = await readArea(folder)
  const exposed = { folder, area, build: `${readPackage(folder).version}-dev`, module: besides('area') }
  const base = baseConfiguration(folder, { refreshLoader: besides('refresh-loader') })
  const areaSource = () => `export { area } from ${JSON.stringify(join(folder, 'src', 'area.ts'))}`
  const configuration: Configuration = {
    ...base,
    mode: 'development',
    // Avoids eval, so that the site's script policy stays as strict as for released builds.
    devtool: 'cheap-module-source-map',
    entry: {},
    output: {
      ...base.output,
      publicPath: `${origin}/`,
      uniqueName: federationNameOf(exposed),
      filename: '[name].js',
      chunkFilename: '[name].js',
      assetModuleFilename: '[name][ext]',
      clean: false,
    },
    resolve: { ...base.resolve, alias: { 'react/jsx-dev-runtime': besides('jsx-dev-runtime') } },
    optimization: {
      ...base.optimization,
      // Records used imports, as in a release build, to determine what the build takes from the shell.
      usedExports: true,
      // Pages keep the last build without errors and go from there to the next one; a broken module would need a reload.
      emitOnErrors: false,
    },
    plugins: [
      ...(base.plugins ?? []),
      ...remotePlugins(exposed),
      new webpack.experiments.schemes.VirtualUrlPlugin({ 'served-area': { source: areaSource, type: '.js', context: folder } }, 'virtual'),
    ],
    infrastructureLogging: { level: 'error' },
    stats: 'none',
  }
  return { area: area.area, configuration }
}

/**
 * Serves the remote in `folder` from memory, on this machine only and readable by a single site; pages that run
 * it apply changes without a reload. Checks types after each build. Resolves after the first build.
 */
export async function serveRemote(folder: string, { port, site, onStart, onBuild, onTypes }: ServeOptions): Promise<ServedRemote> {
  const origin = `http://127.0.0.1:${port}`
  const { area, configuration } = await configurationOf(folder, origin)
  const compiler = webpack(configuration)
  const built = new Promise<void>((resolve) => compiler?.hooks.done.tap('serveRemote', () => resolve()))
  compiler?.hooks.compile.tap('serveRemote', onStart)
  const problems = problemStream()
  const types = await typeChecker(folder, (errors) => {
    problems.tell({ types: errors })
    onTypes(errors)
  })
  // Files of types alone are no modules of the build, and have to be checked when they change, too.
  compiler?.hooks.afterCompile.tap('serveRemote', ({ contextDependencies }) => contextDependencies.add(join(folder, 'src')))
  compiler?.hooks.done.tap('serveRemote', (stats) => {
    const { errors = [] } = stats.toJson({ all: false, errors: true })
    problems.tell({ build: errors.map(({ moduleName, message }) => (moduleName ? `${moduleName}: ${message}` : message)) })
    onBuild(errors.length, stats.toString({ all: false, errors: true, colors: false }))
    types.check()
  })
  const server = new WebpackDevServer(
    {
      host: '127.0.0.1',
      port,
      hot: true,
      liveReload: false,
      static: false,
      // Only pages of one site may read from here; the browser or the server rejects all others.
      allowedHosts: [new URL(site).hostname],
      headers: { 'Access-Control-Allow-Origin': site, 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': 'no-store' },
      client: {
        overlay: false,
        logging: 'error',
        webSocketURL: `ws://127.0.0.1:${port}/ws`,
      },
      setupExitSignals: false,
      setupMiddlewares: (middlewares) => [...middlewares, { name: 'problems', path: problemsPath, middleware: problems.serve }],
    },
    required(compiler, 'webpack compiler'),
  )
  await server.start()
  await built
  return { area, origin, stop: async () => void (await Promise.all([server.stop(), types.stop()])) }
}
