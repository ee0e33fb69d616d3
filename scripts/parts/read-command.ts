import { parseArgs } from 'node:util'
import { isKeyOf, keysOf } from '@adsite/contract'
import { commonSettings, parts, servingParts } from './parts.ts'
import { readSettings, settingNames, type Environment, type SettingName, type Settings } from './settings.ts'

export type PartName = keyof typeof parts

/** Exit codes of a part's process; 0: it ended as asked. */
export const exitCodes = { failed: 1, wrong: 2 } as const

/** A wrong command or setting. Its message says what to do. */
export class UsageError extends Error {}

const names = keysOf(parts)
const listed = (of: readonly SettingName[]) => of.map((name) => `  ${name.padEnd(22)} ${settingNames[name]}`).join('\n')

const overview = `node scripts/part.ts PART: runs one part of the site as a process of its own.

Parts:
${names.map((name) => `  ${name.padEnd(22)} ${parts[name].summary}`).join('\n')}

Each has its settings in the environment: node scripts/part.ts PART --help.`

const serving = `
GET /healthz answers while it runs, GET /readyz while it can do its work.
SIGTERM ends it within 20 seconds: what is in flight is finished.
`

function helpOf(name: PartName): string {
  const { summary, needs, reads } = parts[name]
  const serves = isKeyOf(servingParts, name)
  return `node scripts/part.ts ${name}: ${summary}.

Needed:
${listed(needs)}

Optional:
${listed([...reads, ...(serves ? commonSettings : [])])}
${serves ? serving : ''}
Exit codes: 0 ended as asked, ${exitCodes.failed} could not start or broke, ${exitCodes.wrong} a wrong command or setting.`
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { help: { type: 'boolean', short: 'h' } }, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}. See node scripts/part.ts --help.`)
  }
}

/** What a command line asks for: help as text, or a part with its settings. */
export type Command = { readonly help: string } | { readonly name: PartName; readonly settings: Settings }

/**
 * Reads the command line of a part's process.
 * @throws UsageError, StartError
 */
export function readCommand(args: readonly string[], environment: Environment): Command {
  const { values, positionals } = parse(args)
  const [first, ...more] = positionals
  if (values.help && first === undefined) return { help: overview }
  if (first === undefined || !isKeyOf(parts, first)) {
    const what = first === undefined ? 'No part is named' : `There is no part "${first}"`
    throw new UsageError(`${what}: name one of ${names.join(', ')}.`)
  }
  if (more.length > 0) throw new UsageError(`One process is one part: start ${positionals.join(' and ')} each by itself.`)
  if (values.help) return { help: helpOf(first) }
  const missing = parts[first].needs.filter((needed) => !environment[needed])
  if (missing.length > 0) throw new UsageError(`${first} cannot start without these settings of the environment:\n${listed(missing)}`)
  return { name: first, settings: readSettings(environment) }
}
