import { expect, test } from 'vitest'
import { companyRecord } from '../testing/samples.ts'
import { auditOf } from './audit.ts'

test('the label is update when updated_at is set and delete otherwise, never create (spec/site "Audit label")', () => {
  expect(auditOf(companyRecord)).toEqual({ label: 'update', by: '佐藤', at: companyRecord.updated_at })
  expect(auditOf({ ...companyRecord, updated_at: null, deleted_by: '田中', deleted_at: '2026-09-05T00:00:00.000Z' })).toEqual({
    label: 'delete',
    by: '田中',
    at: '2026-09-05T00:00:00.000Z',
  })
  expect(auditOf({ ...companyRecord, updated_at: null }).label).toBe('delete')
})
