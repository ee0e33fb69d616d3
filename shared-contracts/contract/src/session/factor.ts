import * as v from 'valibot'
import { defineEndpoint } from '../endpoint/endpoint.ts'
import { presentPassword } from './password.ts'

/** What a user can prove to be themselves with, the strongest first. */
export const factorKinds = ['password'] as const
export type FactorKind = (typeof factorKinds)[number]

/** A factor as the user gives it. */
export const factorProof = v.variant('kind', [v.strictObject({ kind: v.literal('password'), password: presentPassword })])
export type FactorProof = v.InferOutput<typeof factorProof>

/** The signed-in user's own factors (docs/spec/quality.md "Second factor"). */
export const factorEndpoints = {
  choices: defineEndpoint({
    method: 'GET',
    path: '/api/factor/choices',
    label: { ja: '本人確認の方法の取得', en: 'List ways to confirm' },
    kind: 'list',
    permission: 'session.use',
    summary: 'The factors with which the user can confirm a sensitive call, the strongest first',
    response: v.object({ data: v.array(v.picklist(factorKinds)) }),
    success: 200,
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/api/factor/confirm',
    label: { ja: '本人確認', en: 'Confirm that it is you' },
    kind: 'change',
    permission: 'session.use',
    summary: 'Give a factor anew: calls that need a fresh one work for ten minutes. The password counts for users without another factor',
    body: factorProof,
    success: 204,
    stale: [],
    event: 'factor_check',
    errors: ['factor_rejected', 'too_many_requests'],
  }),
}
