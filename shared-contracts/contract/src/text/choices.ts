import type { Text } from './text.ts'
import { nonEmpty } from '../value/keys.ts'

/** A value of an enumeration. `colour` is a tone; the shell's theme maps it to a colour. */
export interface Choice<K extends string = string> {
  readonly key: K
  readonly label: Text
  readonly colour?: 'neutral' | 'success' | 'warning' | 'error' | 'info'
}

export interface Choices<K extends string = string> {
  readonly name: string
  readonly items: readonly Choice<K>[]
  readonly keys: readonly [K, ...K[]]
}

const registry = new Map<string, Choices>()

/** Declares an enumeration; GET /api/constants serves all of them (spec/domain "Constants"). */
export function defineChoices<const K extends string>(name: string, items: readonly Choice<K>[]): Choices<K> {
  if (registry.has(name)) throw new Error(`Choices "${name}" are declared twice`)
  const choices: Choices<K> = { name, items, keys: nonEmpty(items.map((item) => item.key)) }
  registry.set(name, choices)
  return choices
}

export function allChoices(): readonly Choices[] {
  return [...registry.values()]
}

export function choiceLabel(choices: Choices, key: string): Text | undefined {
  return choices.items.find((item) => item.key === key)?.label
}
