import {
  accountUsers,
  advertiser,
  agency,
  company,
  deliveryFile,
  format,
  formatSetting,
  frame,
  information,
  invitation,
  medium,
  product,
  ptd,
  publisher,
  publisherGroup,
  rep,
  revenueShare,
  sourceFrame,
  type AnyResource,
} from '@adsite/contract'

export type Both = readonly [ja: string, en: string]

/** The messages of the screens of one record (spec/texts "Success messages"). */
export interface Words {
  readonly resource: AnyResource
  readonly created?: Both
  readonly updated?: Both
  readonly deleted?: Both
  /** By action. */
  readonly done?: Readonly<Record<string, Both>>
  /** Input that a new record needs in addition to the always required fields, as typed. */
  readonly needs?: Readonly<Record<string, string | readonly string[]>>
}

const invited: Both = ['招待メールを送信しました', 'The invitation was mailed.']
const userUpdated = (ja: string, en: string): Both => [`${ja}ユーザーを更新しました`, `${en} user updated.`]
const accountDone = {
  approve: ['アカウントの利用を開始しました', 'Account approved.'],
  suspend: ['アカウントを停止しました', 'Account suspended.'],
  resume: ['アカウントを再開しました', 'Account resumed.'],
  end: ['アカウントを終了しました', 'Account ended.'],
} as const
const userDone = {
  suspend: ['ユーザーの利用を停止しました', 'User suspended.'],
  reactivate: ['ユーザーの利用を再開しました', 'User reactivated.'],
  retire: ['ユーザーを削除済みにしました', 'User marked as deleted.'],
} as const

/** By route name, `X.create` and `X.detail`; written independently of the texts that the product builds the messages from. */
export const written: Readonly<Record<string, Words>> = {
  information: {
    resource: information,
    created: ['お知らせを登録しました', 'Announcement created.'],
    updated: ['お知らせを更新しました', 'Announcement updated.'],
    deleted: ['お知らせを削除しました', 'Announcement deleted.'],
  },
  company: {
    resource: company,
    created: ['企業を登録しました', 'Company created.'],
    updated: ['企業を更新しました', 'Company updated.'],
    deleted: ['企業を削除しました', 'Company deleted.'],
    done: {
      apply_credit: ['与信を申請しました', 'Credit applied for.'],
      withdraw_credit: ['与信の申請を取り下げました', 'Application withdrawn.'],
      approve_raise: ['与信枠の増額を承認しました', 'Raise approved.'],
      reject_raise: ['与信枠の増額を否認しました', 'Raise rejected.'],
      withdraw_raise: ['増額の申請を取り下げました', 'Raise withdrawn.'],
      approve_credit: ['与信を承認しました', 'Credit approved.'],
      reject_credit: ['与信を否認しました', 'Credit rejected.'],
      hold_credit: ['与信を保留にしました', 'Credit put on hold.'],
      restore_credit: ['与信の保留を解除しました', 'Credit is active again.'],
      stop_credit: ['与信を停止しました', 'Credit stopped.'],
      deactivate: ['取引を停止しました', 'Company deactivated.'],
      block: ['企業の利用を停止しました', 'Company blocked.'],
    },
  },
  rep: {
    resource: rep,
    done: accountDone,
    deleted: ['レップを削除しました', 'Rep deleted.'],
    created: ['レップを登録しました', 'Rep created.'],
    updated: ['レップを更新しました', 'Rep updated.'],
  },
  agency: {
    resource: agency,
    done: accountDone,
    deleted: ['代理店を削除しました', 'Agency deleted.'],
    created: ['代理店を登録しました', 'Agency created.'],
    updated: ['代理店を更新しました', 'Agency updated.'],
  },
  advertiser: {
    resource: advertiser,
    done: accountDone,
    deleted: ['広告主を削除しました', 'Advertiser deleted.'],
    created: ['広告主を登録しました', 'Advertiser created.'],
    updated: ['広告主を更新しました', 'Advertiser updated.'],
  },
  ptd: {
    resource: ptd,
    done: accountDone,
    deleted: ['PTDを削除しました', 'PTD deleted.'],
    created: ['PTDを登録しました', 'PTD created.'],
    updated: ['PTDを更新しました', 'PTD updated.'],
  },
  publisher_group: {
    resource: publisherGroup,
    created: ['メディアグループを登録しました', 'Media group created.'],
    updated: ['メディアグループを更新しました', 'Media group updated.'],
  },
  rep_user: { resource: accountUsers.rep, done: userDone, created: invited, updated: userUpdated('レップ', 'Rep') },
  agency_user: { resource: accountUsers.agency, done: userDone, created: invited, updated: userUpdated('代理店', 'Agency') },
  advertiser_user: { resource: accountUsers.advertiser, done: userDone, created: invited, updated: userUpdated('広告主', 'Advertiser') },
  ptd_user: { resource: accountUsers.ptd, done: userDone, created: invited, updated: userUpdated('PTD', 'PTD') },
  pg_user: { resource: accountUsers.pg, done: userDone, created: invited, updated: userUpdated('メディアグループ', 'Media group') },
  // Invitations are sent and accepted, never edited.
  invitation: {
    resource: invitation,
    done: {
      resend: ['招待メールを再送しました', 'The invitation was sent again.'],
      revoke: ['招待を取り消しました', 'The invitation was revoked.'],
    },
  },
  medium: {
    resource: medium,
    created: ['媒体を登録しました', 'Medium created.'],
    updated: ['媒体を更新しました', 'Medium updated.'],
    deleted: ['媒体を削除しました', 'Medium deleted.'],
    done: {
      activate: ['媒体を有効にしました', 'Medium activated.'],
      deactivate: ['媒体を無効にしました', 'Medium deactivated.'],
      archive: ['媒体をアーカイブしました', 'Medium archived.'],
      restore: ['媒体をアーカイブから戻しました', 'Medium restored.'],
    },
    needs: { domain: 'media.example' },
  },
  publisher: {
    resource: publisher,
    created: ['媒体社を登録しました', 'Publisher created.'],
    deleted: ['媒体社を削除しました', 'Publisher deleted.'],
    updated: ['媒体社を更新しました', 'Publisher updated.'],
  },
  delivery_file: { resource: deliveryFile, done: { withdraw: ['取込を取り消しました', 'The file was withdrawn.'] } },
  frame: {
    resource: frame,
    created: ['配信枠を登録しました', 'Delivery frame created.'],
    updated: ['配信枠を更新しました', 'Delivery frame updated.'],
    done: {
      start: ['配信枠を開始しました', 'Delivery frame started.'],
      stop: ['配信枠を停止しました', 'Delivery frame stopped.'],
      restart: ['配信枠を再開しました', 'Delivery frame restarted.'],
      archive: ['配信枠をアーカイブしました', 'Delivery frame archived.'],
    },
  },
  product: {
    resource: product,
    created: ['広告商品を登録しました', 'Ad product created.'],
    updated: ['広告商品を更新しました', 'Ad product updated.'],
    deleted: ['広告商品を削除しました', 'Ad product deleted.'],
    done: {
      put_on_sale: ['販売を開始しました', 'Product put on sale.'],
      suspend: ['販売を停止しました', 'Product suspended.'],
      resume: ['販売を再開しました', 'Product back on sale.'],
      end: ['販売を終了しました', 'Sale ended.'],
    },
  },
  format: {
    resource: format,
    created: ['フォーマットを登録しました', 'Format created.'],
    updated: ['フォーマットを更新しました', 'Format updated.'],
    deleted: ['フォーマットを削除しました', 'Format deleted.'],
    done: {
      archive: ['フォーマットをアーカイブしました', 'Format archived.'],
      restore: ['フォーマットをアーカイブから戻しました', 'Format restored.'],
    },
    needs: { width: '300', height: '250', file_types: ['PNG'], max_bytes: '150000' },
  },
  source_frame: {
    resource: sourceFrame,
    created: ['取込元の配信枠名を登録しました', 'Source frame created.'],
    updated: ['取込元の配信枠名を更新しました', 'Source frame updated.'],
    deleted: ['取込元の配信枠名を削除しました', 'Source frame deleted.'],
    needs: { source: 'dsp-1' },
  },
  format_setting: {
    resource: formatSetting,
    created: ['フォーマット設定を登録しました', 'Format setting created.'],
    updated: ['フォーマット設定を更新しました', 'Format setting updated.'],
  },
  revenue_share: {
    resource: revenueShare,
    created: ['レベニューシェアを登録しました', 'Revenue share created.'],
    updated: ['レベニューシェアを更新しました', 'Revenue share updated.'],
    deleted: ['レベニューシェアを削除しました', 'Revenue share deleted.'],
  },
}
