import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { alwaysFresh } from '../endpoint/fresh.ts'
import { checks, nameOf } from '../field/checks.ts'
import { permissions } from '../role/permission.ts'
import { message } from '../text/message.ts'
import { keysOf } from '../value/keys.ts'

/** What every key begins with, so that scanners for secrets find one that was committed or posted. */
export const apiKeyPrefix = 'adk_'

/** Bounds of a key: how many a user may have in an account, how long it lasts, and how often it may call in a minute. */
export const apiKeyBounds = {
  keys: 20,
  days: { min: 1, max: 366, default: 90 },
  networks: 20,
  rate: { min: 1, max: 3000, default: 600 },
} as const

const nullableText = v.nullable(v.string())

export const apiKey = v.object({
  id: checks.id,
  name: v.string(),
  /** The first characters of the key, by which its owner recognises it. */
  start: v.string(),
  /** The user whom it belongs to; it may do no more than they may now. */
  owner: v.string(),
  account_name: v.string(),
  /** The permissions that it was given. */
  scopes: v.array(v.string()),
  /** The networks it may call from (`203.0.113.0/24`); empty: from anywhere. */
  networks: v.array(v.string()),
  /** Calls per minute. */
  rate_limit: v.number(),
  created_at: v.string(),
  expires_at: v.string(),
  /** Accurate to the minute, with the address of that call; null: never used. */
  last_used_at: nullableText,
  last_used_address: nullableText,
  revoked_at: nullableText,
})
export type ApiKey = v.InferOutput<typeof apiKey>

/** A permission that a key can have, with the calls that need it. */
export const apiKeyScope = v.object({
  /** One of the contract's permissions; later ones have more. */
  name: v.string(),
  /** What the calls do, in the language of the caller. */
  calls: v.array(v.string()),
  /** Whether one of them changes something. */
  writes: v.boolean(),
})
export type ApiKeyScope = v.InferOutput<typeof apiKeyScope>

const within = ({ min, max }: { readonly min: number; readonly max: number }) =>
  v.pipe(
    v.number(message('number')),
    v.integer(message('integer')),
    v.minValue(min, message('min', min)),
    v.maxValue(max, message('max', max)),
  )

export const newApiKey = v.strictObject({
  name: nameOf(60),
  scopes: v.pipe(v.array(v.picklist(keysOf(permissions), message('choice'))), v.minLength(1, message('required'))),
  expires_in_days: v.optional(within(apiKeyBounds.days), apiKeyBounds.days.default),
  networks: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(50, message('too_long')))), v.maxLength(apiKeyBounds.networks, message('too_long'))),
    [],
  ),
  rate_limit: v.optional(within(apiKeyBounds.rate), apiKeyBounds.rate.default),
})

/** A key as it is answered once, when it is made. */
export const madeApiKey = v.object({ id: checks.id, key: v.string() })

const keys = v.object({ data: v.array(apiKey) })

/** API keys (spec/quality "API keys"). They are made and revoked by people only. */
export const apiKeyEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/api-key',
    label: { ja: '自分のAPIキーの表示', en: 'View own API keys' },
    kind: 'list',
    permission: 'session.use',
    viewing: 'refused',
    summary:
      'The own API keys of all accounts, the newest first, in a session of a company’s provider those of its accounts; the keys themselves are never answered again',
    response: keys,
    success: 200,
  }),
  scopes: defineEndpoint({
    method: 'GET',
    path: '/api/api-key/scopes',
    label: { ja: 'APIキーに付与できる権限の表示', en: 'View permissions for API keys' },
    kind: 'list',
    permission: 'session.use',
    viewing: 'refused',
    summary: 'The permissions that a key of the account in use can have, with what each allows',
    response: v.object({ data: v.array(apiKeyScope) }),
    success: 200,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/api-key',
    label: { ja: 'APIキーの発行', en: 'Create an API key' },
    // No `create`: its answers are stored for repetition, and a key is stored nowhere.
    kind: 'change',
    permission: 'session.use',
    fresh: alwaysFresh,
    summary: 'Make a key for the account in use. This is the only answer that contains it',
    body: newApiKey,
    response: v.object({ data: madeApiKey }),
    success: 201,
    stale: ['/api/api-key'],
    event: 'api_key',
    errors: ['state_not_allowed'],
  }),
  revoke: defineEndpoint({
    method: 'DELETE',
    path: '/api/api-key/{id}',
    label: { ja: 'APIキーの失効', en: 'Revoke an API key' },
    kind: 'delete',
    permission: 'session.use',
    summary: 'Revoke an own key; calls with it are refused at once',
    success: 204,
    stale: ['/api/api-key'],
    event: 'api_key',
  }),
  all: defineEndpoint({
    method: 'GET',
    path: '/api/api-key/all',
    label: { ja: 'すべてのAPIキーの表示', en: 'View API keys of all users' },
    kind: 'list',
    permission: 'api_key.manage',
    viewing: 'refused',
    person: true,
    summary: 'The API keys of all users, the newest first, at most 500',
    response: keys,
    success: 200,
  }),
  revokeAny: defineEndpoint({
    method: 'DELETE',
    path: '/api/api-key/all/{id}',
    label: { ja: 'ほかのユーザーのAPIキーの失効', en: 'Revoke an API key of another user' },
    kind: 'delete',
    permission: 'api_key.manage',
    person: true,
    summary: 'Revoke a key of any user; calls with it are refused at once',
    success: 204,
    stale: ['/api/api-key'],
    event: 'api_key',
  }),
}
