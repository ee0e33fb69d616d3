import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The Chromium to measure with: CHROMIUM_PATH, else one on the PATH, else Playwright's. Throws if there is none. */
export function chromiumPath(): string {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  const found = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  const place = [process.env.CHROMIUM_PATH, ...found, chromium.executablePath()].find((candidate) => candidate && existsSync(candidate))
  if (!place) throw new Error('No Chromium was found: install one and set CHROMIUM_PATH to it.')
  return place
}
