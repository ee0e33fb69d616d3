import { describe, expect, test } from 'vitest'
import { acceptsKey, endpoints, type Endpoint } from '../index.ts'
import { alwaysFresh } from './fresh.ts'

/** Groups of permissions whose writes decide who gets in, or where data and mails go. */
const aboutAccess = /^(?:public$|session\.|user\.|single_sign_on\.|factor\.|api_key\.|four_eyes\.|change_request\.|webhook\.)/u

/** Of those, the calls that need no fresh factor, by why. */
const exempt: Readonly<Record<string, readonly string[]>> = {
  'Nobody is signed in yet: each is throttled.': [
    'session.login',
    'session.logout',
    'sign_in.challenge',
    'sign_in.passkey',
    'single_sign_in.start',
    'single_sign_in.finish',
    'password.forgot',
    'password.check',
    'password.reset',
    'invitation.check',
    'invitation.accept',
    'invitation.register',
  ],
  'It gives the factor, or goes on with one that was given.': [
    'factor.challenge',
    'factor.confirm',
    'sign_in.finish',
    'password.change',
    'session.changeRole',
  ],
  'It takes access away, which has to be quick.': [
    'api_key.revoke',
    'api_key.revokeAny',
    'invitation.revoke',
    'invitation.bulk',
    'KIND_user.suspend',
    'viewing.end',
    'factor_reset.stop',
  ],
  'It gives nobody anything: it waits for others, or tries what is set up already.': [
    'factor_reset.ask',
    'change_request.explain',
    'webhook.test',
    'webhook.replay',
    'single_sign_on.test',
    'single_sign_on.checkDomain',
  ],
  'Names, languages and what a screen shows.': [
    'KIND_user.update',
    'KIND_user.setDefault',
    'user.updateMe',
    'notice_setting.update',
    'preview.start',
    'preview.end',
    'release.beacon',
    'release.vital',
    'release.page',
  ],
}

const writes = Object.entries(endpoints).flatMap(([group, named]) =>
  Object.entries<Endpoint>(named).flatMap(([name, endpoint]) =>
    endpoint.method === 'GET' ? [] : [{ key: `${group.replace(/^\w+_user$/u, 'KIND_user')}.${name}`, group, name, endpoint }],
  ),
)

describe('whatever lets somebody in, or mails them', () => {
  test('needs a fresh factor, unless it is listed here with why not', () => {
    const without = writes.filter(({ endpoint }) => aboutAccess.test(endpoint.permission) && !endpoint.fresh).map(({ key }) => key)
    expect([...new Set(without)].toSorted()).toEqual(Object.values(exempt).flat().toSorted())
  })

  test('always, where a mail goes out while the caller waits: neither a forgotten browser nor a key sends one', () => {
    const mailing = writes.filter(({ endpoint }) => endpoint.errors?.includes('mail_failed'))
    expect(mailing.map(({ key }) => key)).toEqual(['invitation.invite', 'invitation.resend', 'change_request.approve'])
    for (const { key, endpoint } of mailing)
      expect([key, endpoint.fresh, acceptsKey(endpoint), endpoint.errors]).toEqual([
        key,
        alwaysFresh,
        false,
        expect.arrayContaining(['too_many_requests']),
      ])
  })
})

test('what needs a fresh factor for one record needs it for many, and its preview does not', () => {
  const checked: string[] = []
  for (const { key, group, name, endpoint } of writes) {
    const bulk = writes.find((other) => other.group === group && other.name === 'bulk')?.endpoint
    // Invitations are only revoked in bulk.
    const isAction = endpoint.path.endsWith(`{id}/${name}`) && endpoint.fresh === alwaysFresh && group !== 'invitation'
    if (!bulk || !isAction) continue
    const sent = (dry_run: boolean) => ({ query: undefined, body: { action: name, ids: [1], dry_run } })
    expect([key, bulk.fresh?.(sent(false)), bulk.fresh?.(sent(true))]).toEqual([key, true, false])
    checked.push(key)
  }
  expect(checked).toEqual(expect.arrayContaining(['KIND_user.reactivate', 'company.approve_credit']))
  expect(endpoints.pg_user.bulk.fresh?.({ query: undefined, body: { action: 'suspend', ids: [1] } })).toBe(false)
})
