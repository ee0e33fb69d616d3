import { StartError } from '@adsite/api'
import { expect, test } from 'vitest'
import { ownOrigins } from './own-origins.ts'

test('pages come from SITE_URL, else from this machine under any of its names', () => {
  expect(ownOrigins('https://ads.example/', '0.0.0.0', 8080)).toEqual(['https://ads.example'])
  expect(ownOrigins('https://ads.example:8443', '127.0.0.1', 8080)).toEqual(['https://ads.example:8443'])
  expect(ownOrigins(undefined, '127.0.0.1', 8080)).toEqual(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])
  expect(ownOrigins(undefined, '::1', 80)).toEqual(['http://127.0.0.1', 'http://localhost', 'http://[::1]'])
  expect(ownOrigins(undefined, '127.0.0.9', 8080)).toContain('http://127.0.0.9:8080')
})

test.for(['0.0.0.0', '::', '192.0.2.7', 'ads.internal', '127.example'])(
  '%s can be reached by others: the start asks for SITE_URL',
  (host) => {
    expect(() => ownOrigins(undefined, host, 8080)).toThrow(StartError)
    expect(() => ownOrigins('', host, 8080)).toThrow('set SITE_URL to')
  },
)

test.for(['ads.example', 'ftp://ads.example', 'https://ads.example/site', 'https://ads.example/?a=1', 'javascript:alert(1)'])(
  '%s is no address of a site',
  (siteUrl) => expect(() => ownOrigins(siteUrl, '127.0.0.1', 8080)).toThrow('SITE_URL is "'),
)
