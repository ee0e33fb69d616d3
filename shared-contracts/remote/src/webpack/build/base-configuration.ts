import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import TerserPlugin from 'terser-webpack-plugin'
import type { Configuration, RuleSetUseItem } from 'webpack'
import { sourceMaps } from './source-maps.ts'

const here = import.meta.dirname
// The files beside this one are sources in the workspace, and compiled in the package.
const antdImportsLoader = join(here, `antd-imports-loader${extname(import.meta.filename)}`)

// Resolves loaders from this package, wherever the unit's folder is.
const loaderPath = (name: string) => fileURLToPath(import.meta.resolve(name))

/** Loaders for source files: per-component antd imports, TypeScript via swc, and in development fast refresh. */
function scriptLoaders(refreshLoader: string | undefined): RuleSetUseItem[] {
  const developed = refreshLoader !== undefined
  const react = { runtime: 'automatic', development: developed, refresh: developed }
  // webpack makes the paths of a source map relative where it is parsed; otherwise the folder would go into the hashes of chunks.
  const swc = { parseMap: true, jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react }, target: 'es2022' } }
  return [
    ...(developed ? [{ loader: refreshLoader }] : []),
    { loader: loaderPath('swc-loader'), options: swc },
    { loader: antdImportsLoader },
  ]
}

/**
 * Has browsers compile a script as a whole, beside the main thread, while it arrives. Without it, Chromium compiles most functions
 * when they are called, and keeps in its cache of compiled code only those that ran at once: of React, almost none.
 * Source: https://github.com/WICG/explicit-javascript-compile-hints-file-based; docs/benchmarks-loading.md has the figures.
 */
const compileAtOnce = '//# allFunctionsCalledOnLoad\n'

/**
 * Makes one file of the kit's styles per unit. Without it, each chunk would repeat the styles that it uses, and a
 * chunk that loads later would put them after the styles of screens, which refine them.
 */
export const kitStyles = { type: 'css/mini-extract', test: /[\\/]screen-kit[\\/]/u, name: 'kit', enforce: true }

interface BaseOptions {
  /** Prepares source files for fast refresh; only the development server sets it. */
  readonly refreshLoader?: string
  /** Puts the link of a style sheet that is loaded later into the page. Its source runs there by itself. Default: last in the head. */
  readonly insertStyles?: (link: HTMLLinkElement) => void
}

/** Base configuration of every unit: TypeScript via swc, per-component antd imports, CSS as files, content hashes in names. */
export function baseConfiguration(folder: string, { refreshLoader, insertStyles }: BaseOptions = {}): Configuration {
  return {
    context: folder,
    mode: 'production',
    devtool: false,
    target: ['web', 'es2022'],
    output: {
      path: join(folder, 'dist'),
      clean: true,
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      crossOriginLoading: 'anonymous',
      // A hanging chunk times out like a hanging entry (spec/platform "Load order").
      chunkLoadTimeout: 8000,
      // A module whose shared modules did not arrive is evaluated again when it is asked for again; webpack would keep what there was of it.
      strictModuleExceptionHandling: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js', '.mjs'] },
    module: {
      rules: [
        { test: /\.tsx?$/u, use: scriptLoaders(refreshLoader) },
        // The contract packages as installed in a repository of its own: compiled, with their imports of antd as written.
        {
          test: /[\\/]node_modules[\\/]@adsite[\\/].*\.js$/u,
          resolve: { fullySpecified: false },
          loader: antdImportsLoader,
        },
        {
          test: /\.module\.css$/u,
          use: [MiniCssExtractPlugin.loader, { loader: loaderPath('css-loader'), options: { modules: { namedExport: false } } }],
        },
        { test: /\.css$/u, exclude: /\.module\.css$/u, use: [MiniCssExtractPlugin.loader, loaderPath('css-loader')], sideEffects: true },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: '[name].[contenthash:8].css',
        chunkFilename: '[name].[contenthash:8].css',
        // Imports give no order to the files of the kit: a rule that refines one of another file has to be more specific.
        ignoreOrder: true,
        // This is the mode of scripts and of the page's preloads. A browser does not match a preload with a request of another mode.
        attributes: { crossorigin: 'anonymous' },
        ...(insertStyles && { insert: insertStyles }),
      }),
      ...(refreshLoader === undefined ? [sourceMaps()] : []),
    ],
    optimization: {
      splitChunks: { cacheGroups: { kitStyles } },
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          extractComments: false,
          terserOptions: { format: { preamble: compileAtOnce } },
        }),
      ],
    },
    performance: { hints: false },
  }
}
