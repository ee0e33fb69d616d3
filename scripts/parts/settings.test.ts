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

test('without a setting, the site is one of this machine alone, safe and without demo data', () => {
  expect(readSettings({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    metricsPort: undefined,
    tracing: undefined,
    siteUrl: undefined,
    address: 'http://127.0.0.1:8080',
    https: false,
    trustedProxy: false,
    ssoReach: 'public',
    dnsServers: [],
    auditDays: 400,
    watchSeconds: 60,
    protectedUnits: ['shell'],
    font: undefined,
    defaultLanguage: 'en',
    demo: false,
  })
})

test('an empty list of protected units protects none; a list is one without its spaces', () => {
  expect(readSettings({ RELEASE_PROTECTED: '' }).protectedUnits).toEqual([])
  expect(readSettings({ RELEASE_PROTECTED: 'shell, ad,' }).protectedUnits).toEqual(['shell', 'ad'])
  expect(readSettings({ DNS_SERVERS: '203.0.113.53, 2001:db8::53' }).dnsServers).toEqual(['203.0.113.53', '2001:db8::53'])
})

test('a public site has its own address; its pages get no example of an ad server, and its fonts come from where it says', () => {
  const site = readSettings({ SITE_URL: 'https://ads.example', HOST: '0.0.0.0' })
  expect(site).toMatchObject({ address: 'https://ads.example', https: true, origins: ['https://ads.example'], tagScript: undefined })
  expect(readSettings({}).tagScript).toBe('https://adserver.example/tag.js')
  expect(readSettings({ HOST: '::1', PORT: '9000' }).address).toBe('http://[::1]:9000')
  const font = { FONT_STYLESHEET: 'https://fonts.example/css?family=Noto' }
  expect(readSettings(font).font).toEqual({ stylesheet: font.FONT_STYLESHEET, filesOrigin: 'https://fonts.example' })
  expect(readSettings({ ...font, FONT_FILES: 'https://files.example/a' }).font?.filesOrigin).toBe('https://files.example')
})

test('what is not "on" is off', () => {
  const switches = (text: string) => readSettings({ TRUSTED_PROXY: text, DEMO: text })
  expect(switches('on')).toMatchObject({ trustedProxy: true, demo: true })
  for (const text of ['off', 'true', '1', 'ON']) expect(switches(text)).toMatchObject({ trustedProxy: false, demo: false })
})

test.for([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['AUDIT_DAYS', '29'],
  ['RELEASE_WATCH_SECONDS', '0'],
  ['RELEASE_WATCH_SECONDS', '3601'],
  ['API_URL', '10.0.0.11:8080'],
  ['FONT_STYLESHEET', 'fonts.css'],
  ['SSO_REACH', 'all'],
  ['DNS_SERVERS', 'ns.example'],
])('%s is not "%s": the start names what is wrong', ([name, value]) => {
  expect(() => readSettings({ [name!]: value })).toThrow(`${name} is "${value}": set it to `)
})
