import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { RequestError } from '../error/request-error.ts'

const keyless = {
  ja: 'このサイトには秘密鍵を暗号化する鍵がないため、保存できません。サイトの運用担当者にFACTOR_KEYの設定を依頼してください。',
  en: 'This site has no key to encrypt secrets with, so none can be stored. Ask whoever runs the site to set FACTOR_KEY.',
}

/** Refuses to take a secret that the site could not encrypt. */
export function refuseWithoutKey(keys: readonly string[]): void {
  if (keys.length === 0) throw new RequestError('action_blocked', { message: keyless })
}

/** Names a key in what it sealed, without revealing it. */
export const keyName = (key: string) => createHash('sha256').update(`name ${key}`).digest('hex').slice(0, 8)
const bytesOf = (key: string) => createHash('sha256').update(`seal ${key}`).digest()

/** Encrypts a secret for the database with the first of the site's keys (AES-256-GCM). It opens for `owner` alone. */
export function seal(keys: readonly string[], owner: string, secret: string): string {
  const [key] = keys
  if (key === undefined) throw new Error('The site has no key for secrets')
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', bytesOf(key), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [keyName(key), nonce.toString('base64url'), sealed.toString('base64url')].join('.')
}

const tagLength = 16

/** Decrypts what any of the keys sealed for `owner`. Throws for a key that the site does not have, and for altered data. */
export function unseal(keys: readonly string[], owner: string, sealed: string): string {
  const [name, nonce = '', data = ''] = sealed.split('.')
  const key = keys.find((each) => keyName(each) === name)
  if (key === undefined) throw new Error(`FACTOR_KEY lacks the key ${name}, which a secret is sealed with`)
  const bytes = Buffer.from(data, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', bytesOf(key), Buffer.from(nonce, 'base64url'), { authTagLength: tagLength })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-tagLength))
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagLength)), decipher.final()]).toString('utf8')
}

/** Whether a key before the first one sealed it, so that it should be sealed anew. */
export const isSealedByFormer = (keys: readonly string[], sealed: string): boolean =>
  keys[0] !== undefined && sealed.split('.')[0] !== keyName(keys[0])
