import { Webhook } from 'standardwebhooks'
import { StartError } from '../db/start-error.ts'

/** Where operators are told of releases, and the signer of what is sent there. */
export interface WebhookSettings {
  readonly url: URL
  readonly signer: Webhook
}

interface WebhookEnvironment {
  readonly RELEASE_WEBHOOK_URL?: string | undefined
  readonly RELEASE_WEBHOOK_SECRET?: string | undefined
}

/** Bounds of a secret (bytes), as Standard Webhooks says. */
const secretBytes = { least: 24, most: 64 } as const

/**
 * Reads RELEASE_WEBHOOK_URL and RELEASE_WEBHOOK_SECRET; undefined without either.
 * @throws StartError that names the wrong one, without its value, which is or may contain a secret
 */
export function webhookSettingsOf(environment: WebhookEnvironment): WebhookSettings | undefined {
  const { RELEASE_WEBHOOK_URL: address, RELEASE_WEBHOOK_SECRET: secret } = environment
  if (!address && !secret) return undefined
  if (!address) throw new StartError('RELEASE_WEBHOOK_URL is missing: with RELEASE_WEBHOOK_SECRET, give the address to call.')
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new StartError('RELEASE_WEBHOOK_URL is no address to call: give one like https://hooks.example/releases, without a user.')
  }
  const key = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/u.exec(secret ?? '')?.[1] ?? ''
  const { length } = Buffer.from(key, 'base64')
  if (key.length % 4 !== 0 || length < secretBytes.least || length > secretBytes.most) {
    throw new StartError(
      `RELEASE_WEBHOOK_SECRET is missing or no secret: give ${secretBytes.least} to ${secretBytes.most} random bytes in base64, as "openssl rand -base64 32" prints them.`,
    )
  }
  return { url, signer: new Webhook(key) }
}
