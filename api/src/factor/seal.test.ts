import { endpoints } from '@adsite/contract'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, newUser, withPasskey, withTotp } from '../testing/factor-users.ts'
import { startTestApi, type TestApi } from '../testing/index.ts'
import { testFactorKey } from '../testing/api.ts'
import { userFactors } from '../db/schema.ts'
import { checkFactorKeys, factorKeysOf, keptFactorKey } from './keys.ts'
import { isSealedByFormer, seal, unseal } from './seal.ts'
import { takeTotp } from './totp.ts'

const former = 'a former key of at least 32 characters'
const present = 'the present key of at least 32 characters'

describe('a sealed secret', () => {
  test('opens for its owner with the key that sealed it, and with no other', () => {
    const sealed = seal([former], 'user 1', 'JBSWY3DP')
    expect(sealed).not.toContain('JBSWY3DP')
    expect(unseal([present, former], 'user 1', sealed)).toBe('JBSWY3DP')
    expect(() => unseal([former], 'user 2', sealed)).toThrow(/authenticate data/u)
    expect(() => unseal([present], 'user 1', sealed)).toThrow(/FACTOR_KEY lacks the key/u)
    expect([isSealedByFormer([present, former], sealed), isSealedByFormer([former], sealed)]).toEqual([true, false])
  })

  test('that was altered opens for nobody', () => {
    const [name, nonce, data = ''] = seal([present], 'user 1', 'JBSWY3DP').split('.')
    const altered = Buffer.from(data, 'base64url')
    altered[0]! ^= 1
    expect(() => unseal([present], 'user 1', [name, nonce, altered.toString('base64url')].join('.'))).toThrow(/authenticate data/u)
  })
})

describe('the keys of a site', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'adsite-keys-'))
  })
  afterAll(() => rm(directory, { recursive: true }))

  test('are those of the setting; a short one stops the start', () => {
    expect(factorKeysOf(`${present}, ${former}`)).toEqual([present, former])
    expect(() => factorKeysOf('short')).toThrow(/less than 32 characters/u)
  })

  test('are made once for a site in one process, for the owner of the file alone', async () => {
    const file = join(directory, 'data', 'factor.key')
    const made = await Promise.all([keptFactorKey(file), keptFactorKey(file)])
    expect(made[0]).toEqual(made[1])
    expect(await keptFactorKey(file)).toEqual(made[0])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })
})

test('a site without a key offers no authenticator apps, and says so; passkeys work', async () => {
  const api = await startTestApi({ factorKeys: factorKeysOf(undefined) })
  const owner = await newUser(api, 'agency')
  const refused = await owner.client.call(endpoints.factor.startTotp)
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'action_blocked', message: 'このサイトでは認証アプリを利用できません。パスキーを登録するか、管理者に連絡してください。' },
  ])
  await withPasskey(owner)
  await api.close()
})

describe('a change of the key', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  test('seals each secret anew when its code is used; until then the site does not start without the former one', async () => {
    const owner = await newUser(api, 'agency')
    const { secret } = await withTotp(api, owner)
    await expect(checkFactorKeys(api.db, [present])).rejects.toThrow(/FACTOR_KEY lacks a key/u)
    await checkFactorKeys(api.db, [present, testFactorKey])
    expect(await takeTotp(api.db, [present, testFactorKey], owner.id, codeOf(secret))).toBe(true)
    await checkFactorKeys(api.db, [present])
    const [stored] = await api.db.select({ sealed: userFactors.secret }).from(userFactors)
    expect(unseal([present], `user ${owner.id}`, stored!.sealed!)).toBe(secret)
  })
})
