import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('the direct address of the database is that for calls, unless there is one', () => {
  const calls = 'postgres://adsite@127.0.0.1:6432/adsite'
  const direct = 'postgres://adsite@127.0.0.1:5000/adsite'
  expect(readSettings({ DATABASE_URL: calls }).directDatabaseUrl).toBe(calls)
  expect(readSettings({ DATABASE_URL: calls, DATABASE_DIRECT_URL: direct })).toMatchObject({
    databaseUrl: calls,
    directDatabaseUrl: direct,
  })
})

test('a direct address alone is refused: the embedded database would be migrated elsewhere', () => {
  expect(() => readSettings({ DATABASE_DIRECT_URL: 'postgres://adsite@127.0.0.1:5000/adsite' })).toThrow('set both, or leave both out')
})

test('an address for reports of weaknesses is one of mail or https', () => {
  expect(readSettings({ SECURITY_CONTACT: 'mailto:security@ads.example' }).securityContact?.href).toBe('mailto:security@ads.example')
  expect(readSettings({}).securityContact).toBeUndefined()
  for (const wrong of ['security@ads.example', 'http://ads.example/security', 'javascript:alert(1)', 'mailto:'])
    expect(() => readSettings({ SECURITY_CONTACT: wrong })).toThrow('mailto:security@ads.example')
})
