import { message, normaliseValue, required, type Field } from '@adsite/contract'
import { booleanLabels } from '../export/cell.ts'
import { undefused } from '../../file/defuse.ts'

/** The parsed cell, not yet validated by the field's schema, or the reason why it cannot be read. */
export type ParsedCell = { readonly value: unknown } | { readonly fault: string }

const halfWidth = (text: string) => text.normalize('NFKC').trim()

function parsedChoice({ choices }: Field, text: string): string | undefined {
  const wanted = halfWidth(text)
  const item = required(choices, 'choices').items.find(({ key, label }) =>
    [key, label.ja, label.en].some((known) => halfWidth(known) === wanted),
  )
  return item?.key
}

/** Splits a cell into several choices or names. */
export function parts(text: string): string[] {
  return text
    .split(/[;；]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function parsedBoolean(text: string): boolean | undefined {
  const wanted = halfWidth(text).toLowerCase()
  const means = (value: boolean) => {
    const { ja, en } = booleanLabels[`${value}`]
    return [ja, en.toLowerCase(), String(value), value ? '1' : '0'].includes(wanted)
  }
  return [true, false].find(means)
}

/** Parses a cell of any field but a reference, whose names are looked up. An empty cell is null. */
export function parseCell(field: Field, cell: string): ParsedCell {
  const text = undefused(cell.trim())
  if (text === '') return { value: null }
  switch (field.kind) {
    case 'choice': {
      const key = parsedChoice(field, text)
      return key === undefined ? { fault: message('choice') } : { value: key }
    }
    case 'choices': {
      const keys = parts(text).map((part) => parsedChoice(field, part))
      return keys.includes(undefined) ? { fault: message('choice') } : { value: keys }
    }
    case 'boolean': {
      const value = parsedBoolean(text)
      return value === undefined ? { fault: message('boolean') } : { value }
    }
    default:
      return { value: normaliseValue(field, text) }
  }
}
