import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import webpack, { type Compiler } from 'webpack'
import type { Area } from '../../area.ts'
import { ManifestPlugin } from './manifest-plugin.ts'
import { screensOf } from './remote.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsite-manifest-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs a compiler that writes a manifest, and reads it. */
async function manifestOf(compiler: Compiler): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) =>
      compiler.close(() => (error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString())) : resolve())),
    )
  })
  return JSON.parse(await readFile(join(folder, 'dist', 'manifest.json'), 'utf8'))
}

const route = { permission: 'company.read', title: { ja: '企業', en: 'Company' } } as const

it('names for each screen the files that its import loads, without those that the area loads anyway', async () => {
  // What both screens take is a file of its own.
  const sources = {
    'area.js': `export const screens = [() => import('./List.js'), () => import(/* webpackChunkName: "detail" */ './Detail.js')]`,
    'List.js': `import { table } from './table.js'; export default () => [table, import('./dialog.js')]`,
    'Detail.js': `import { table } from './table.js'; export default () => table + 1`,
    'dialog.js': `export default 'opened later'`,
    'table.js': `export const table = Math.random()`,
  }
  for (const [name, source] of Object.entries(sources)) await writeFile(join(folder, name), source)
  const screen = (load: string): Area['routes'][number]['screen'] =>
    Object.assign(() => Promise.reject(new Error('runs in the browser')), { toString: () => load })
  const area: Area = {
    area: 'op',
    title: route.title,
    icon: '',
    routes: [
      { ...route, name: 'x.list', path: '/op/x', screen: screen(`() => import('./List.js')`) },
      { ...route, name: 'x.detail', path: '/op/x/:id', screen: screen(`() => import(/* webpackChunkName: "detail" */ './Detail.js')`) },
      { ...route, name: 'x.other', path: '/op/x/other', screen: screen('() => other') },
    ],
  }
  const table = { test: /table\.js$/u, name: 'table', enforce: true }
  const compiler = webpack({
    context: folder,
    mode: 'production',
    entry: { area: './area.js' },
    output: { path: join(folder, 'dist'), filename: '[name].js', chunkFilename: '[name].js' },
    optimization: { chunkIds: 'named', minimize: false, splitChunks: { cacheGroups: { table } } },
    plugins: [new ManifestPlugin([], ({ filesOf, filesOfImport }) => screensOf(area, filesOf('area'), filesOfImport))],
  })
  expect(await manifestOf(compiler)).toEqual({ 'x.list': ['table.js', 'List_js.js'], 'x.detail': ['table.js', 'detail.js'], 'x.other': [] })
})

it('tells of which shared packages the build would have a copy of its own', async () => {
  const sources = {
    'area.js': `import { button } from 'antd/es/button'; import { ask } from 'antd/es/popconfirm'; import { tabs } from 'antd/es/tabs'; import { sum } from 'other/sum'; import { jsx } from 'react-dom/aliased'; export const area = [button, ask, sum, jsx]`,
    'elsewhere.js': `export const jsx = Math.random()`,
    'node_modules/antd/package.json': '{ "name": "antd" }',
    'node_modules/react-dom/package.json': '{ "name": "react-dom" }',
    'node_modules/antd/es/button.js': `export const button = Math.random()`,
    'node_modules/antd/es/popconfirm.js': `import { style } from './style.js'; import { draw } from 'react-dom/client'; export const ask = [style, draw]`,
    'node_modules/antd/es/style.js': `export const style = Math.random()`,
    'node_modules/antd/es/tabs.js': `export const tabs = Math.random()`,
    'node_modules/react-dom/client.js': `export const draw = Math.random()`,
    'node_modules/other/sum.js': `export const sum = Math.random()`,
  }
  for (const [name, source] of Object.entries(sources)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), source)
  }
  const compiler = webpack({
    context: folder,
    mode: 'production',
    entry: { area: './area.js' },
    output: { path: join(folder, 'dist'), library: { type: 'commonjs' } },
    resolve: { alias: { 'react-dom/aliased': join(folder, 'elsewhere.js') } },
    optimization: { minimize: false },
    plugins: [new ManifestPlugin(['antd/es/button', 'react-dom'], ({ ownCopies }) => ({ ownCopies }))],
  })
  // What is imported and not used, as the tabs, is not in the build.
  expect(await manifestOf(compiler)).toEqual({ ownCopies: ['antd/es/popconfirm', 'react-dom/client'] })
})
