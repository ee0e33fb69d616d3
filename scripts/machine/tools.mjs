// Shared by `npm start` and `npm test`. Plain JavaScript for Node 20, because it runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const pnpm = 'pnpm@12.21.0'
const bin = join(root, 'node_modules', '.bin')

/** A problem that the user can solve; printed as one sentence without a stack trace. */
export class Problem extends Error {}

/** The environment of everything that runs here, with the installed programs, including Node, first on the PATH. */
export const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` }

const children = new Set()
let interrupted = false

/** Set when the user interrupts, after which failures are expected. */
export function interrupt() {
  interrupted = true
}

export const isInterrupted = () => interrupted

/** Ends every child process that is still running. */
export function endChildren(signal) {
  for (const child of children) child.kill(signal)
}

/** Runs a program to its end; returns its exit code and output. `show` also prints the output. */
export function run(program, args, { show = false, env = environment, cwd = root } = {}) {
  if (interrupted) return Promise.reject(new Problem('Stopped.'))
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    children.add(child)
    let output = ''
    const take = (stream) => (chunk) => {
      output += chunk
      if (show) stream.write(chunk)
    }
    child.stdout.on('data', take(process.stdout))
    child.stderr.on('data', take(process.stderr))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      children.delete(child)
      resolve({ code: code ?? 1, signal, output })
    })
  })
}

/** Starts a long-running program on this terminal. */
export function stay(program, args, env = environment, stdio = 'inherit') {
  const child = spawn(program, args, { cwd: root, env, stdio })
  children.add(child)
  child.on('close', () => children.delete(child))
  return child
}

export function checkMachine() {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 20) throw new Problem(`Node.js ${process.versions.node} is too old: install Node.js 20 or newer.`)
  const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
  const platform = `${process.platform}-${process.arch}`
  if (!supported.includes(platform)) {
    throw new Problem(`This platform (${platform}) is not supported: run it on ${supported.join(', ')}.`)
  }
}

function why(output, logFile) {
  if (/ENOSPC|no space left/iu.test(output)) return 'The disk is full: free some space and run it again.'
  if (/EACCES|EPERM|permission denied/iu.test(output)) return `A file may not be written: check the owner of ${root}.`
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_PNPM_META_FETCH_FAIL|fetch failed|network/iu.test(output)) {
    return 'The package registry cannot be reached: check the network (or the proxy settings of npm) and run it again.'
  }
  return `Installing the packages failed: see ${logFile}.`
}

/** Installs what the lockfile specifies, unless that is already done. */
export async function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .update(readFileSync(join(root, 'pnpm-workspace.yaml')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const done = step('Installing packages')
  const { code, output } = await run('npx', ['--yes', pnpm, 'install', '--frozen-lockfile', '--reporter=append-only'])
  if (code !== 0) {
    const logFile = join(root, '.cache', 'install.log')
    let kept = logFile
    try {
      mkdirSync(dirname(logFile), { recursive: true })
      writeFileSync(logFile, output)
    } catch {
      kept = 'the lines above'
    }
    throw new Problem(why(output, kept))
  }
  writeFileSync(stamp, wanted)
  done()
}

/** The installed Node runs TypeScript directly; where there is none, the machine's own must be new enough. */
export async function checkInstalledNode() {
  const { output } = await run('node', ['--version'])
  const [major, minor] = output.trim().slice(1).split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 18)) {
    throw new Problem(`Node.js ${output.trim()} is too old on ${process.platform}: install Node.js 22.18 or newer.`)
  }
}

/** Folders of the units: the shell and every area. */
const unitFolders = () => ['shell', ...readdirSync(root).filter((folder) => folder.startsWith('remote-'))]

/** Builds changed units, in parallel as cores allow. */
export async function buildUnits() {
  const done = step('Building shell and remotes')
  const waiting = unitFolders()
  const worker = async () => {
    for (let folder = waiting.shift(); folder; folder = waiting.shift()) {
      const { code, output } = await run('node', ['build.ts'], { cwd: join(root, folder) })
      if (code !== 0) throw new Problem(`${folder} does not build:\n${output.trim()}`)
      process.stdout.write(`  ${output.trim()}\n`)
    }
  }
  await Promise.all([worker(), worker()])
  done()
}

/** Prints a step, repeats it while it takes long, and prints its duration. */
export function step(title, out = process.stdout) {
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  out.write(`${title} …\n`)
  const ticking = setInterval(() => out.write(`  still ${title[0].toLowerCase()}${title.slice(1)} (${seconds()} s)\n`), 10_000)
  ticking.unref()
  return () => {
    clearInterval(ticking)
    out.write(`  done in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  }
}

/** Runs a command's main function; a Problem is printed as one sentence, with exit status 1. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    endChildren('SIGTERM')
    process.exitCode = 1
    if (interrupted) return
    process.stderr.write(`\n${error instanceof Problem ? error.message : (error?.stack ?? String(error))}\n`)
  }
}
