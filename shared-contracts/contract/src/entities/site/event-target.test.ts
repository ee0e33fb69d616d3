import { expect, test } from 'vitest'
import { company, securityEvent } from '../../index.ts'

const { target } = securityEvent.fields

test.each([
  ['company 12', '企業 #12', 'Company #12', { label: company.label, target: 'company', id: 12 }],
  ['membership 7', 'ユーザー #7', 'User #7', { label: securityEvent.fields.actor.label, target: 'user', id: 7 }],
  ['release ad', 'リリース ad', 'Release ad', null],
  ['all other sessions', 'ほかのすべてのセッション', 'All other sessions', null],
  ['GET /api/campaign/12', 'キャンペーンの表示 #12', 'View campaign #12', null],
  ['GET /api/campaign/export', 'キャンペーン一覧のダウンロード', 'Download campaigns', null],
  ['POST /api/account/ptd/5/approve', 'PTD：利用を開始 #5', 'PTD: approve #5', null],
  ['POST /api/release/ad/freeze', 'リリースの凍結 (ad)', 'Freeze releases (ad)', null],
  ['DELETE /api/information/3/attachment/8', 'お知らせの添付ファイルの削除 #3 #8', 'Remove an attachment from an announcement #3 #8', null],
  ['POST /login', 'ログイン', 'Sign in', null],
  ['GET /api/no_longer/12', 'GET /api/no_longer/12', 'GET /api/no_longer/12', null],
  ['constructor 1', 'constructor 1', 'constructor 1', null],
  ['company 0', '企業 #0', 'Company #0', null],
] as const)('%s is shown in the language of the reader', (stored, ja, en, record) => {
  expect([target.describe?.(stored, 'ja'), target.describe?.(stored, 'en')]).toEqual([ja, en])
  expect(target.refersTo?.(stored) ?? null).toEqual(record)
})
