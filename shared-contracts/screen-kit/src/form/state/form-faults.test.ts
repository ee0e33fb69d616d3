import { campaign, company } from '@adsite/contract'
import { expect, test } from 'vitest'
import { campaignRecord, companyRecord } from '../../testing/samples.ts'
import { formErrors } from './form-errors.ts'
import { formFields, formValues } from './form-values.ts'

const empty = (resource: typeof campaign | typeof company) => formValues(resource.fields, formFields(resource, null, 'admin'), null)

test('an empty form names every required field, with the words of the specification', () => {
  const faults = formErrors(campaign, null, empty(campaign))
  expect(faults).toEqual({
    name: 'required',
    goal: 'required',
    advertiser_account_id: 'account_required',
    start_at: 'required',
    end_at: 'required',
    lifetime_budget: 'required',
  })
})

test('faults stand in the order of the form', () => {
  expect(Object.keys(formErrors(company, null, empty(company))).slice(0, 3)).toEqual(['name', 'enterprise_type', 'zip'])
})

test('rules over several fields see the values as they would be stored', () => {
  const values = formValues(campaign.fields, formFields(campaign, campaignRecord, 'admin'), campaignRecord)
  expect(formErrors(campaign, campaignRecord, values)).toEqual({})
  expect(formErrors(campaign, campaignRecord, { ...values, end_at: '2026-10-01T01:00:00.000Z' })).toEqual({ end_at: 'minimum_period' })
  expect(formErrors(campaign, campaignRecord, { ...values, daily_budget: '9,999,999' })).toEqual({ daily_budget: 'budget_order' })
})

test('a field of single faults', () => {
  const values = formValues(company.fields, formFields(company, companyRecord, 'admin'), companyRecord)
  expect(formErrors(company, companyRecord, { ...values, credit_limit: '2500' })).toEqual({ credit_limit: 'min_yen|3,000' })
  expect(formErrors(company, companyRecord, { ...values, corporate_number: '1234567890123' })).toEqual({
    corporate_number: 'corporate_number',
  })
})
