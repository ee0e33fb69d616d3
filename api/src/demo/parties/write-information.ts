import { searchForm, type Role } from '@adsite/contract'
import { addDays, startOf } from '../base/demo-day.ts'
import type { DemoWriter } from '../base/demo-writer.ts'

interface DemoInformation {
  readonly type: 'NOTICE' | 'REQUEST' | 'MAINTENANCE' | 'INCIDENT' | 'FEATURE'
  readonly title: string
  readonly important?: boolean
  readonly roles: readonly Role[]
  /** First and last day, in days from today. */
  readonly from: number
  readonly to?: number
  readonly body: string
}

const everyone = ['advertiser', 'ptd', 'pg', 'agency', 'rep', 'admin'] as const
const demand = ['advertiser', 'agency', 'rep'] as const
const supply = ['ptd', 'pg'] as const
const link = (href: string, words: string) => `<a href="${href}" rel="noopener noreferrer nofollow">${words}</a>`

const notices: readonly DemoInformation[] = [
  {
    type: 'MAINTENANCE',
    title: '定期メンテナンスのお知らせ',
    important: true,
    roles: everyone,
    from: -3,
    to: 6,
    body:
      '<p>下記の時間帯に定期メンテナンスを実施します。</p><h3>日時</h3><p><strong>今週の日曜日 2:00〜5:00</strong></p>' +
      '<h3>影響</h3><ul><li>管理画面をご利用いただけません。</li><li>広告の配信は継続します。</li></ul>',
  },
  {
    type: 'REQUEST',
    title: '掲載基準の改定にともなう確認のお願い',
    important: true,
    roles: demand,
    from: -8,
    body:
      '<p>広告掲載基準を改定しました。入稿済みの広告について、次の点をご確認ください。</p>' +
      '<ol><li>主体者の表記があること</li><li>リンク先のページと広告の内容が一致していること</li><li>最上級表現に根拠の記載があること</li></ol>' +
      '<blockquote><p>基準に合わない広告は、月末に停止する場合があります。</p></blockquote>',
  },
  {
    type: 'REQUEST',
    title: 'ads.txtの更新のお願い',
    important: true,
    roles: supply,
    from: -5,
    body:
      '<p>正規の販売者であることを示すため、各媒体の<code>ads.txt</code>に次の行を追加してください。</p>' +
      '<pre><code>adsite.example, 1001, DIRECT</code></pre><p>反映まで最大で1日かかります。</p>',
  },
  {
    type: 'REQUEST',
    title: '与信審査の期限が近い企業があります',
    important: true,
    roles: ['admin'],
    from: -1,
    body: `<p>申請から5営業日を過ぎた企業があります。${link('/op/company?credit_status=APPLIED', '審査待ちの企業')}を確認してください。</p>`,
  },
  {
    type: 'FEATURE',
    title: '配信結果の広告枠別集計を追加しました',
    roles: demand,
    from: -12,
    body: `<p>${link('/ad/achievements', '配信結果')}で、広告枠ごとの表示回数とクリック数を確認できるようになりました。</p>`,
  },
  {
    type: 'FEATURE',
    title: '一覧の絞り込み条件をURLで共有できます',
    roles: everyone,
    from: -20,
    body: '<p>一覧の検索語・絞り込み・並び順は、そのままURLに入ります。<em>ブックマークや共有にお使いください。</em></p>',
  },
  {
    type: 'INCIDENT',
    title: '【復旧】配信実績の反映の遅れ',
    roles: everyone,
    from: -15,
    body:
      '<p>一部の配信実績の反映に遅れが発生していましたが、<strong>復旧しました</strong>。</p>' +
      '<p>数値に欠けはありません。ご迷惑をおかけしました。</p>',
  },
  {
    type: 'NOTICE',
    title: 'お問い合わせ窓口の臨時休業について',
    roles: everyone,
    from: -2,
    body: '<p>来週の月曜日は、お問い合わせ窓口を休業します。</p><hr /><p>当日も広告の配信は通常どおり行います。</p>',
  },
  {
    type: 'NOTICE',
    title: '請求書の送付方法の変更',
    roles: ['advertiser', 'agency'],
    from: -30,
    body: `<p>来月分より、請求書は電子メールでお送りします。郵送をご希望の場合は${link('mailto:billing@adsite.example', '請求窓口')}までご連絡ください。</p>`,
  },
  {
    type: 'NOTICE',
    title: 'レベニューシェアの支払予定日',
    roles: supply,
    from: -10,
    body: '<p>先月分のレベニューシェアは、今月末日にお支払いします。</p>',
  },
  {
    type: 'FEATURE',
    title: '新しい広告枠フォーマットの提供開始',
    roles: everyone,
    from: 7,
    body: '<p>縦長動画に対応した広告枠の提供を開始します。</p>',
  },
  {
    type: 'NOTICE',
    title: '春の新規出稿キャンペーン',
    roles: demand,
    from: -60,
    to: -30,
    body: '<p>期間中の新規出稿について、手数料を優待しました。</p>',
  },
]

/** Writes announcements for every role: important, upcoming and expired ones. */
export async function writeInformation(writer: DemoWriter, today: string): Promise<void> {
  await writer.insert(
    'information',
    'information',
    notices.map(({ type, title, important, roles, from, to, body }) => ({
      type,
      title,
      name_norm: searchForm(title),
      is_important: important ?? false,
      body,
      target_roles: `{${roles.join(',')}}`,
      publish_from: startOf(addDays(today, from)),
      publish_to: to === undefined ? null : startOf(addDays(today, to + 1)),
    })),
  )
}
