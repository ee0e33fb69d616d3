import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { apiKeyPrefix } from '@adsite/contract'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 238 random bits. */
const randomLength = 40
const checkLength = 6
/** How much of a key its owner sees later on. */
const startLength = apiKeyPrefix.length + 4

/** Characters that follow from the others, so that scanners for secrets and this API know a key without asking. */
function checkOf(random: string): string {
  let rest = crc32(random)
  let text = ''
  for (let at = 0; at < checkLength; at += 1) {
    text = alphabet.charAt(rest % alphabet.length) + text
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}

/** A new key: the prefix, random characters and their check. */
export function newKeyText(): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `${apiKeyPrefix}${random}${checkOf(random)}`
}

const form = new RegExp(`^${apiKeyPrefix}([\\dA-Za-z]{${randomLength}})([\\dA-Za-z]{${checkLength}})$`, 'u')

/** Whether a text could be a key. */
export function isKeyText(text: string): boolean {
  const [, random = '', check] = form.exec(text) ?? []
  return check === checkOf(random)
}

export const startOfKey = (key: string): string => key.slice(0, startLength)

/** What is stored of a key. It is long and random, so a slow hash would protect nothing more. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')
