import type { AttentionItem, DashboardPeriod, Notification, ViewedInformation, ViewedInformationItem } from '@adsite/contract'

export const importantItem: ViewedInformationItem = {
  id: 3,
  type: 'MAINTENANCE',
  title: '秋の定期メンテナンス',
  is_important: true,
  publish_from: '2026-09-01T00:00:00.000Z',
  confirmed: false,
  created_by: '運営 花子',
  created_at: '2026-08-31T00:00:00.000Z',
  updated_by: '運営 花子',
  updated_at: '2026-08-31T00:00:00.000Z',
  deleted_by: null,
  deleted_at: null,
}

export const otherItem: ViewedInformationItem = { ...importantItem, id: 4, type: 'INCIDENT', title: '配信遅延の復旧' }

export const viewed: ViewedInformation = {
  ...importantItem,
  body: '<h2>日時</h2><p>9月10日に停止します。</p><script>window.stolen = 1</script>',
  attachments: [{ id: 9, name: '案内.pdf', content_type: 'application/pdf', size: 1_500_000 }],
}

export const campaignPaused: Notification = {
  id: 6,
  kind: 'campaign_paused',
  entity: 'campaign',
  entity_id: 7,
  params: { name: '春のキャンペーン' },
  created_at: '2026-09-02T15:30:00.000Z',
  confirmed_at: null,
  settled_at: null,
  created_by: null,
  updated_by: null,
  updated_at: null,
  deleted_by: null,
  deleted_at: null,
}

export const attention: readonly AttentionItem[] = [
  { campaign_id: 7, name: '春のキャンペーン', reason: 'budget_nearly_spent', value: '93' },
  { campaign_id: 8, name: '夏の旅', reason: 'credit', value: 'APPLIED' },
]

/** A period of seven days; each day has a seventh of the totals. */
export function period(from: string, imps: number, gross: string): DashboardPeriod {
  const days = Array.from({ length: 7 }, (_, index) => new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10))
  const totals = { imps, clicks: 0, conversions: 0, gross }
  const day = { imps: imps / 7, clicks: 0, conversions: 0, gross: String(Number(gross) / 7) }
  return { from, to: days.at(-1)!, totals, days: days.map((name) => ({ day: name, ...day })) }
}
