import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import TerserPlugin from 'terser-webpack-plugin'
import type { Configuration, RuleSetUseItem } from 'webpack'

const here = import.meta.dirname

// Resolves loaders from this package, wherever the unit's folder is.
const loaderPath = (name: string) => fileURLToPath(import.meta.resolve(name))

/** Loaders for source files: per-component antd imports, TypeScript via swc, and in development fast refresh. */
function scriptLoaders(refreshLoader: string | undefined): RuleSetUseItem[] {
  const developed = refreshLoader !== undefined
  const react = { runtime: 'automatic', development: developed, refresh: developed }
  const swc = { jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react }, target: 'es2022' } }
  return [
    ...(developed ? [{ loader: refreshLoader }] : []),
    { loader: loaderPath('swc-loader'), options: swc },
    { loader: join(here, 'antd-imports-loader.ts') },
  ]
}

/**
 * Base configuration of every unit: TypeScript via swc, per-component antd imports, CSS as files, content hashes
 * in names. `refreshLoader` prepares source files for fast refresh; only the development server sets it.
 */
export function baseConfiguration(folder: string, refreshLoader?: string): Configuration {
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
    },
    resolve: { extensions: ['.ts', '.tsx', '.js', '.mjs'] },
    module: {
      rules: [
        { test: /\.tsx?$/u, use: scriptLoaders(refreshLoader) },
        {
          test: /\.module\.css$/u,
          use: [MiniCssExtractPlugin.loader, { loader: loaderPath('css-loader'), options: { modules: { namedExport: false } } }],
        },
        { test: /\.css$/u, exclude: /\.module\.css$/u, use: [MiniCssExtractPlugin.loader, loaderPath('css-loader')], sideEffects: true },
      ],
    },
    plugins: [new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css', chunkFilename: '[name].[contenthash:8].css' })],
    optimization: {
      minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false })],
    },
    performance: { hints: false },
  }
}
