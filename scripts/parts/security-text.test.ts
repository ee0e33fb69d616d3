import { expect, test } from 'vitest'
import { securityText } from './security-text.ts'

test('security.txt has what RFC 9116 requires, and lapses within a year', () => {
  const text = securityText(new URL('mailto:security@ads.example'), 'https://ads.example', new Date('2026-11-25T00:00:00Z'))
  expect(text).toBe(
    [
      'Contact: mailto:security@ads.example',
      'Expires: 2027-05-24T00:00:00.000Z',
      'Preferred-Languages: ja, en',
      'Canonical: https://ads.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})
