import { required } from '@adsite/contract'
import { join } from 'node:path'
import webpack, { type Configuration } from 'webpack'
import WebpackDevServer from 'webpack-dev-server'
import { baseConfiguration } from '../build/base.ts'
import { readPackage } from '../build/build-id.ts'
import { federationNameOf, readArea, remotePlugins } from '../build/remote.ts'

export interface ServeOptions {
  /** Port on 127.0.0.1: no other machine reaches the server. */
  readonly port: number
  /** Origin of the one site that may read from it, `http://127.0.0.1:8080`. */
  readonly site: string
  /** Told that a build begins. */
  readonly onStart: () => void
  /** Told after each build how many errors it has; none: it stands. */
  readonly onBuild: (errors: number, text: string) => void
}

export interface ServedRemote {
  readonly area: string
  /** Where its files are, `http://127.0.0.1:9100`: what the shell is given. */
  readonly origin: string
  readonly stop: () => Promise<void>
}

const here = import.meta.dirname

async function configurationOf(folder: string, origin: string): Promise<{ area: string; configuration: Configuration }> {
  const area = await readArea(folder)
  const exposed = { folder, area, build: `${readPackage(folder).version}-dev`, module: join(here, 'area.ts') }
  const base = baseConfiguration(folder, join(here, 'refresh-loader.ts'))
  const areaSource = () => `export { area } from ${JSON.stringify(join(folder, 'src', 'area.ts'))}`
  const configuration: Configuration = {
    ...base,
    mode: 'development',
    // No eval in what is built: the site's policy for scripts stays as strict as it is for released builds.
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
    resolve: { ...base.resolve, alias: { 'react/jsx-dev-runtime': join(here, 'jsx-dev-runtime.ts') } },
    // What a build takes from the shell is told by its used imports, as in a released one.
    optimization: { usedExports: true },
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
 * Serves the remote whose package lies in `folder` from memory, on this machine alone and readable for one site alone;
 * pages that run it take changes without a reload. Answers once the first build is done.
 */
export async function serveRemote(folder: string, { port, site, onStart, onBuild }: ServeOptions): Promise<ServedRemote> {
  const origin = `http://127.0.0.1:${port}`
  const { area, configuration } = await configurationOf(folder, origin)
  const compiler = webpack(configuration)
  const built = new Promise<void>((resolve) => compiler?.hooks.done.tap('serveRemote', () => resolve()))
  compiler?.hooks.compile.tap('serveRemote', onStart)
  compiler?.hooks.done.tap('serveRemote', (stats) => {
    const { errors } = stats.compilation
    onBuild(errors.length, stats.toString({ all: false, errors: true, colors: false }))
  })
  const server = new WebpackDevServer(
    {
      host: '127.0.0.1',
      port,
      hot: true,
      liveReload: false,
      static: false,
      // Pages of one site read from here; everybody else is refused by the browser or by the server.
      allowedHosts: [new URL(site).hostname],
      headers: { 'Access-Control-Allow-Origin': site, 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': 'no-store' },
      client: { overlay: false, logging: 'error', webSocketURL: `ws://127.0.0.1:${port}/ws` },
      setupExitSignals: false,
    },
    required(compiler, 'webpack compiler'),
  )
  await server.start()
  await built
  return { area, origin, stop: () => server.stop() }
}
