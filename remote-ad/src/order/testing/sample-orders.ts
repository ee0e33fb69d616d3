import type { order, ResourceRecord } from '@adsite/contract'

export const approvedOrder: ResourceRecord<typeof order> = {
  id: 5,
  version: 2,
  name: '夏の広告',
  kind: 'NEW',
  status: 'APPROVED',
  advertiser_account_id: 1,
  campaign_id: 2,
  ad_id: 9,
  product_id: 3,
  billing: 'CPM',
  quantity: 1000,
  unit_price: '500.000000',
  amount: '500.000000',
  start_at: '2026-09-30T15:00:00.000Z',
  end_at: '2026-10-31T15:00:00.000Z',
  landing_url: 'https://lp.example/',
  creative_group_id: null,
  reason: null,
  created_by: null,
  created_at: '2026-09-01T09:00:00.000Z',
  updated_by: null,
  updated_at: '2026-09-01T09:00:00.000Z',
  deleted_by: null,
  deleted_at: null,
  refs: {},
}

/** A change of it to other terms, which waits. */
export const changeOrder: ResourceRecord<typeof order> = {
  ...approvedOrder,
  id: 7,
  kind: 'CHANGE',
  status: 'PENDING_APPROVAL',
  quantity: 2000,
  amount: '1000.000000',
}
