import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import webpack, { type Configuration, type Stats } from 'webpack'
import { buildId, readPackage } from './build-id.ts'
import * as v from 'valibot'

function run(configuration: Configuration): Promise<Stats> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configuration)
    compiler.run((error, stats) => {
      compiler.close(() => (stats ? resolve(stats) : reject(error ?? new Error('webpack ended without a result'))))
    })
  })
}

function builtId(folder: string): string | null {
  const file = join(folder, 'dist', 'manifest.json')
  return existsSync(file) ? v.parse(v.object({ build: v.string() }), JSON.parse(readFileSync(file, 'utf8'))).build : null
}

/** Builds a unit into its dist/ unless dist/ already holds a build of these sources; on failure, prints the errors and exits with 1. */
export async function buildUnit(folder: string, configure: (build: string) => Configuration | Promise<Configuration>): Promise<void> {
  const { name } = readPackage(folder)
  const build = buildId(folder)
  if (builtId(folder) === build) {
    process.stdout.write(`${name} ${build} is up to date\n`)
    return
  }
  const started = performance.now()
  const stats = await run(await configure(build))
  if (stats.hasErrors() || stats.hasWarnings()) {
    process.stderr.write(`${name} does not build\n${stats.toString({ all: false, errors: true, warnings: true, colors: false })}\n`)
    process.exitCode = 1
    return
  }
  process.stdout.write(`${name} ${build} built in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
}
