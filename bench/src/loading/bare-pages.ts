import { required } from '@adsite/contract'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { baseConfiguration } from '@adsite/remote/webpack'
import webpack from 'webpack'

const compress = promisify(brotliCompress)

/** Bare pages of the same dependencies (spec/design "Speed to reach"): empty HTML, React alone, antd's layout and menu, one antd table. */
export const barePages = ['empty', 'react', 'menu', 'table'] as const
export type BarePage = (typeof barePages)[number]

/** Address → type and brotli body of a static file. */
export type StaticFiles = ReadonlyMap<string, { readonly type: string; readonly body: Buffer }>

const htmlOf = (scripts: readonly string[]) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Bare</title></head>
<body><div id="root">Bare</div>${scripts.map((script) => `<script defer src="${script}"></script>`).join('')}</body></html>`

async function build(page: BarePage, directory: string): Promise<void> {
  const folder = join(import.meta.dirname, '..', '..')
  const base = baseConfiguration(folder)
  const entry = { [page]: join(import.meta.dirname, 'pages', `${page}.tsx`) }
  const compiler = required(
    webpack({ ...base, entry, output: { ...base.output, path: directory, filename: '[name].js', clean: false } }),
    'a compiler',
  )
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      const failed = error ?? (stats?.hasErrors() ? new Error(stats.toString({ all: false, errors: true })) : null)
      compiler.close(() => (failed ? reject(failed) : resolve()))
    })
  })
}

/** Builds the bare pages with the units' toolchain, and returns the files to serve below /bare/. */
export async function buildBarePages(): Promise<StaticFiles> {
  const directory = await mkdtemp(join(tmpdir(), 'adsite-bare-'))
  const files = new Map<string, { type: string; body: Buffer }>()
  try {
    for (const page of barePages) {
      if (page !== 'empty') await build(page, directory)
      const html = htmlOf(page === 'empty' ? [] : [`/bare/${page}.js`])
      files.set(`/bare/${page}`, { type: 'text/html; charset=utf-8', body: await compress(html) })
    }
    for (const file of await readdir(directory)) {
      files.set(`/bare/${file}`, { type: 'text/javascript; charset=utf-8', body: await compress(await readFile(join(directory, file))) })
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
  return files
}
