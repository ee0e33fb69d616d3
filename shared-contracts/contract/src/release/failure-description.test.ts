import { describe, expect, it } from 'vitest'
import { failureFrames, failureMessageLength, framesOf, maskMessage } from './failure-description.ts'

describe('a message', () => {
  it.each([
    "Cannot read properties of undefined (reading 'name')",
    'x.campaign.map is not a function',
    "Cannot access 'total' before initialization",
    'Minified React error #310',
    'Loading chunk 123 failed',
    'GET /api/campaign/{id}',
    'the area has no screen',
  ])('of the engine or of code stays: %s', (message) => {
    expect(maskMessage(message)).toBe(message)
  })

  it.each([
    ['Unexpected token \'青\', "青葉物産 4711" is not valid JSON', 'Unexpected token … is not valid JSON'],
    ['No company 青葉物産株式会社 found', 'No company … found'],
    ['mail to taro@example.jp failed: 550', 'mail to … failed: …'],
    ['company 4711 of Aoba Trading is gone', 'company … of … is gone'],
    ['GET /api/campaign/4711?q=aoba', '…'],
    ['Failed to fetch https://ads.example/op/company/4711', 'Failed to fetch …'],
    ["Invalid value: 'tanaka'", 'Invalid value: …'],
    ['Minified React error #310; visit https://react.dev/errors/310?args[]=Tanaka', 'Minified React error #310'],
    ['090-1234-5678', '…'],
    ['密码', '…'],
    ['first line\nTanaka', 'first line'],
  ])('loses what could be data: %s', (message, masked) => {
    expect(maskMessage(message)).toBe(masked)
  })

  it('loses what the user typed, also when it is a plain word', () => {
    expect(maskMessage('no match for tanaka hanako in list', ['tanaka hanako', 'x'])).toBe('no match for … in list')
  })

  it('is masked once: again changes nothing, and it has an end', () => {
    for (const message of ['company 4711 of Aoba', `a ${'word '.repeat(200)}`, "Invalid value: 'tanaka'", '']) {
      const masked = maskMessage(message)
      expect(maskMessage(masked)).toBe(masked)
      expect(masked.length).toBeLessThanOrEqual(failureMessageLength)
    }
  })

  it('is masked in time, whatever was sent', () => {
    for (const hostile of ["'".repeat(100_000), '「'.repeat(100_000), 'a.'.repeat(50_000), `${'('.repeat(50_000)}${')'.repeat(50_000)}`]) {
      expect(maskMessage(hostile).length).toBeLessThanOrEqual(failureMessageLength)
    }
  })
})

describe('a stack', () => {
  const place = { unit: 'ad', build: '1.0.0-aa', file: 'js/9.ab12.js', line: 1, column: 20 }

  it.each([
    ['Chromium', 'TypeError: 青葉 4711\n    at save (https://ads.example/r/ad/1.0.0-aa/js/9.ab12.js:1:20)'],
    ['Chromium, without a name', 'Error\n    at https://ads.example/r/ad/1.0.0-aa/js/9.ab12.js:1:20'],
    ['Firefox and Safari', 'save@https://ads.example/r/ad/1.0.0-aa/js/9.ab12.js:1:20\n@https://ads.example/op/company/4711:1:1'],
    ['an entry that was fetched again', 'f@https://ads.example/r/ad/1.0.0-aa/js/9.ab12.js?attempt=1:1:20'],
  ])('is its places in builds: %s', (_, stack) => {
    expect(framesOf(stack)).toEqual([place])
  })

  it('has an end, and nothing but places', () => {
    expect(framesOf('f@https://x/r/ad/1.0.0-aa/js/9.ab12.js:1:20\n'.repeat(99))).toHaveLength(failureFrames)
    expect(framesOf('at 青葉 (https://ads.example/op/company/4711?q=tanaka:1:1)')).toEqual([])
  })
})
