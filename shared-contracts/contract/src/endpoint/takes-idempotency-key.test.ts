import { expect, test } from 'vitest'
import { endpoints, takesIdempotencyKey, type Endpoint } from '../index.ts'

/** Calls that make something of what they are sent, and yet take no key, with the reason. */
const without: Readonly<Record<string, string>> = {
  'session.changeRole': 'uses another account, and makes no record',
  'api_key.create': 'the answer contains the key, which is stored nowhere',
  'webhook.create': 'the answer contains the secret, which is stored nowhere in the clear',
  'invitation.invite': 'revokes the former invitation of the address, so that one is open',
  'invitation.register': 'the token of the invitation works once',
  'single_sign_on.addDomain': 'a domain is added once',
  'single_sign_on.addGroup': 'a group is given an account once',
}

const every = Object.entries(endpoints).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
)

test('calls that make something of what they are sent take an Idempotency-Key, except for a reason', () => {
  const making = every.filter(([, { method, body, success }]) => method === 'POST' && body && success === 201)
  expect(making.filter(([, endpoint]) => !takesIdempotencyKey(endpoint)).map(([name]) => name)).toEqual(
    expect.arrayContaining(Object.keys(without)),
  )
  expect(making.filter(([name, endpoint]) => !takesIdempotencyKey(endpoint) && !(name in without)).map(([name]) => name)).toEqual([])
})

test('no sign-in takes a key: its answer would be stored', () => {
  expect(every.filter(([, endpoint]) => endpoint.permission === 'public' && takesIdempotencyKey(endpoint))).toEqual([])
})
