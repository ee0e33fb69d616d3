// Finds a Chromium for the browser tests: one on the machine, else Playwright's, else the system's packages.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { Problem, root, run, step } from './tools.mjs'

/** The headless shell has no window to draw: the browser tests take two thirds of the processor time of a whole Chromium. */
const headlessShell = 'chromium-headless-shell'
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

function onThisMachine() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  places.push('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium')
  return [process.env.CHROMIUM_PATH, ...places].find((place) => place && existsSync(place))
}

function playwrights() {
  const { chromium } = createRequire(join(root, 'e2e', 'package.json'))('@playwright/test')
  const place = chromium.executablePath()
  return existsSync(place) ? place : undefined
}

async function fromPlaywright() {
  const done = step("Fetching Playwright's Chromium")
  const { code } = await run('node', [join('node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'], {
    cwd: join(root, 'e2e'),
  })
  done()
  return code === 0 ? playwrights() : undefined
}

async function fromSystem() {
  const done = step('Installing headless Chromium with apt-get')
  const update = await run('apt-get', ['update']).catch(() => ({ code: 1 }))
  const { code } = update.code === 0 ? await run('apt-get', ['install', '-y', '--no-install-recommends', headlessShell]) : update
  done()
  return code === 0 ? onThisMachine() : undefined
}

/** Returns the browser's path and prints which one it is. */
export async function findChromium() {
  for (const [source, find] of [
    ['found on this machine', onThisMachine],
    ["Playwright's", playwrights],
    ["Playwright's, just fetched", fromPlaywright],
    ["the system's package, just installed", fromSystem],
  ]) {
    const place = await find()
    if (place) {
      process.stdout.write(`Browser: ${place} (${source})\n`)
      return place
    }
  }
  throw new Problem('No Chromium could be found or installed: install one and set CHROMIUM_PATH to it.')
}
