import { describe, expect, it } from 'vitest'
import { callsOf } from './calls-of.ts'

describe('callsOf', () => {
  it('names the call behind a member, once, whatever is read of it', () => {
    const uses = [
      ['campaignEndpoints', 'list'],
      ['campaignEndpoints', 'list', 'path'],
      ['campaignEndpoints', 'get'],
    ]
    expect(callsOf(uses)).toEqual(['GET /api/campaign', 'GET /api/campaign/{id}'])
  })
  it('names every call of a group that is handed on as a whole', () => {
    const calls = callsOf([['companyEndpoints']])
    expect(calls).toEqual(expect.arrayContaining(['GET /api/company', 'POST /api/company', 'PATCH /api/company/{id}']))
    expect(calls.every((call) => call.includes(' /api/company'))).toBe(true)
    expect(callsOf([['endpoints']]).length).toBeGreaterThan(400)
  })
  it('takes no other use of the contract for a call', () => {
    expect(callsOf([['campaign'], ['required'], ['roles', 'admin'], ['nothing', 'list'], []])).toEqual([])
  })
})
