import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'

const constant = v.object({
  key: v.string(),
  code: v.optional(v.number()),
  ja: v.string(),
  en: v.string(),
  colour: v.optional(v.string()),
})

export const constantsEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/constants',
    label: { ja: '選択項目の定義の取得', en: 'Read enumerations' },
    kind: 'get',
    permission: 'session.use',
    summary: 'Every enumeration with its keys and texts; carries an ETag',
    response: v.object({ data: v.record(v.string(), v.array(constant)) }),
    success: 200,
    tagged: true,
  }),
}
