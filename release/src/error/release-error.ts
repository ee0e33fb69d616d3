/** Reasons for refusing an action, as a closed list. Branch on the code, never on the text. */
export const releaseErrorCodes = [
  'invalid_name',
  'build_directory_missing',
  'manifest_missing',
  'manifest_invalid',
  'file_refused',
  'file_missing',
  'file_changed',
  'build_taken',
  'federation_name_taken',
  'over_budget',
  'budget_raised',
  'build_unknown',
  'unit_unknown',
  'use_unknown',
  'channel_unknown',
  'registry_unknown',
  'unit_repeated',
  'contract_mismatch',
  'share_mismatch',
  'already_stable',
  'unchanged',
  'build_bad',
  'reason_missing',
  'no_rollback_target',
  'rollback_repeated',
  'no_canary',
  'no_set',
  'pointer_moved',
  'frozen',
  'canary_running',
  'canary_invalid',
  'preview_invalid',
  'signature_invalid',
  'signing_key_missing',
  'signing_key_unknown',
  'key_invalid',
  'registry_damaged',
  'token_invalid',
  'token_refused',
  'not_permitted',
  'unit_protected',
  'usage_wrong',
  'request_invalid',
  'too_large',
  'busy',
  'too_many_attempts',
  'site_failed',
  'storage_settings',
  'storage_failed',
  'storage_read_only',
] as const
export type ReleaseErrorCode = (typeof releaseErrorCodes)[number]

/** The words of a command line after `release`. */
export type Command = readonly string[]

/** An action that was refused without changing anything: what, why, and what to do about it. */
export class ReleaseError extends Error {
  readonly code: ReleaseErrorCode
  readonly what: string
  readonly why: string
  readonly advice: string
  /** Commands that work instead, one after the other, as words after `release`; empty if there are none. */
  readonly commands: readonly Command[]
  /** The build that the refused change would have replaced; set where doing it all the same is a question. */
  readonly replaces: string | null
  /** Seconds after which the same may work; null if waiting does not help. */
  readonly retryAfter: number | null

  constructor(
    code: ReleaseErrorCode,
    text: {
      what: string
      why: string
      advice: string
      commands?: readonly Command[] | undefined
      replaces?: string | null | undefined
      retryAfter?: number
    },
  ) {
    const { commands = [] } = text
    super(`${text.what}: ${text.why}. ${text.advice}${commands.length > 0 ? `: ${commandLine(commands)}` : '.'}`)
    this.name = 'ReleaseError'
    this.code = code
    this.what = text.what
    this.why = text.why
    this.advice = text.advice
    this.commands = commands
    this.replaces = text.replaces ?? null
    this.retryAfter = text.retryAfter ?? null
  }

  /** The same, with a registry named in its commands and in those that its sentences quote. */
  inRegistry(place: string | undefined): ReleaseError {
    if (place === undefined) return this
    const { code, what, why, advice, commands, replaces, retryAfter } = this
    const text = { what, why: textIn(place, why), advice: textIn(place, advice), commands: commandsIn(place, commands), replaces }
    return new ReleaseError(code, { ...text, ...(retryAfter === null ? {} : { retryAfter }) })
  }
}

/** Commands with the registry that they are for, where it is not the usual one. */
export function commandsIn(place: string | undefined, commands: readonly Command[]): readonly Command[] {
  return place === undefined ? commands : commands.map((words) => [...words, '--registry', place])
}

/** A sentence with the registry named in the commands that it quotes. Keys and tokens are made elsewhere. */
export function textIn(place: string | undefined, text: string): string {
  if (place === undefined) return text
  return text.replaceAll(/"(release (?!keygen\b|token\b)[^"]+)"/gu, (_, line: string) => {
    const placed = line.split(' && ').map((command) => `${command} --registry ${asTyped(place)}`)
    return `"${placed.join(' && ')}"`
  })
}

const asTyped = (word: string) => (/^[\w.,:=@%/+-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)

/** Commands as one types them. */
export function commandLine(commands: readonly Command[]): string {
  return commands.map((words) => ['release', ...words.map(asTyped)].join(' ')).join(' && ')
}

/** A command as a sentence names it. */
export const quoted = (channel: string, ...words: Command): string => `"release ${[...words, ...channelFlag(channel)].join(' ')}"`

/** The flag that names a channel, where it is not the usual one. */
export function channelFlag(channel: string): string[] {
  return channel === 'stable' ? [] : ['--channel', channel]
}
