import { InvalidArgumentError } from 'commander'
import { nameRule, isName } from '../registry/layout.ts'

// Values that no state of a registry makes right are refused before anything is read: wrong usage, status 2.

/** A parser of names, one or several with commas between them. */
export function nameOf(kind: Parameters<typeof isName>[0]): (text: string) => string {
  return (text) => {
    if (isName(kind, text)) return text
    throw new InvalidArgumentError(`A ${kind} has ${nameRule(kind)}.`)
  }
}

export function namesOf(kind: Parameters<typeof isName>[0]): (text: string) => string[] {
  const one = nameOf(kind)
  return (text) => text.split(',').map((name) => one(name.trim()))
}

/** A reason that is kept in the history. */
export function reason(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('Say it in a sentence.')
}

export function percent(text: string): number {
  const share = /^\d+(\.\d{1,2})?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN
  if (share <= 100) return share
  throw new InvalidArgumentError('Give a share like 5%, up to 100%, with at most two decimals.')
}

/** Whole numbers of a unit of time within bounds. */
export function wholeNumber(of: string, { min, max }: { readonly min: number; readonly max: number }): (text: string) => number {
  return (text) => {
    const given = /^\d{1,9}$/u.test(text) ? Number(text) : Number.NaN
    if (given >= min && given <= max) return given
    throw new InvalidArgumentError(`Give whole ${of} from ${min} to ${max}.`)
  }
}

export function siteAddress(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new InvalidArgumentError('Give an address that begins with https:// or http://.')
}

export function accountIds(text: string): number[] {
  if (/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/.test(text)) return text.split(',').map(Number)
  throw new InvalidArgumentError('Give the ids of accounts with commas between them, as in 12,31.')
}
