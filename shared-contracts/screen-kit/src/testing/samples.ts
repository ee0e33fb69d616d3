import type { KitRecord } from '../base/resource-endpoints.ts'

export const companyRecord = {
  id: 7,
  version: 3,
  name: '青葉食品',
  name_kana: 'アオバショクヒン',
  enterprise_type: 'KABUSHIKI',
  enterprise_type_position: 'BEFORE',
  corporate_number: null,
  zip: '100-0005',
  prefecture: '13',
  city: '千代田区',
  street1: '丸の内1-1',
  street2: null,
  building: null,
  phone: '0300000001',
  url: null,
  contact_name: null,
  payment_type: 'INVOICE',
  credit_limit: '2200000.000000',
  credit_status: 'ACTIVE',
  created_by: '山田',
  created_at: '2026-09-01T09:00:00.000Z',
  updated_by: '佐藤',
  updated_at: '2026-09-02T15:30:00.000Z',
  deleted_by: null,
  deleted_at: null,
  refs: {},
} satisfies KitRecord

export const campaignRecord = {
  id: 5,
  version: 1,
  name: '秋の新商品',
  serving_status: 'SERVING',
  user_status: 'ACTIVE',
  advertiser_account_id: 21,
  agency_account_id: null,
  rep_account_id: null,
  goal: 'TRAFFIC',
  start_at: '2026-09-30T15:00:00.000Z',
  end_at: '2026-10-31T15:00:00.000Z',
  lifetime_budget: '5000000.000000',
  daily_budget: null,
  memo: null,
  created_by: null,
  created_at: '2026-09-01T09:00:00.000Z',
  updated_by: null,
  updated_at: '2026-09-01T09:00:00.000Z',
  deleted_by: null,
  deleted_at: null,
  refs: { advertiser_account_id: '青葉食品' },
} satisfies KitRecord

export function listAnswer(
  rows: readonly KitRecord[],
  page: Partial<{ next: string; previous: string; total: number; capped: boolean }> = {},
) {
  return { status: 200, body: { data: rows, page: { next: null, previous: null, total: rows.length, capped: false, ...page } } }
}
