import type { AnyResource } from '@adsite/contract'
import { allResources } from '@adsite/contract/testing'

export type Both = readonly [ja: string, en: string]

/** The messages of the screens of one record (spec/texts "Success messages"). */
export interface Words {
  readonly resource: AnyResource
  readonly created?: Both | undefined
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

/**
 * By route name, `X.create` and `X.detail`: what the specification says to the letter, and every action. Written
 * independently of the texts that the product builds the messages from.
 */
export const stated: Readonly<Record<string, Omit<Words, 'resource'>>> = {
  company: {
    created: ['企業を登録しました', 'Company created.'],
    updated: ['企業を更新しました', 'Company updated.'],
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
    done: accountDone,
    created: ['レップを登録しました', 'Rep created.'],
    updated: ['レップを更新しました', 'Rep updated.'],
  },
  agency: {
    done: accountDone,
    created: ['代理店を登録しました', 'Agency created.'],
    updated: ['代理店を更新しました', 'Agency updated.'],
  },
  advertiser: {
    done: accountDone,
    created: ['広告主を登録しました', 'Advertiser created.'],
    updated: ['広告主を更新しました', 'Advertiser updated.'],
  },
  ptd: {
    done: accountDone,
    created: ['PTDを登録しました', 'PTD created.'],
    updated: ['PTDを更新しました', 'PTD updated.'],
  },
  publisher_group: {
    created: ['メディアグループを登録しました', 'Media group created.'],
    updated: ['メディアグループを更新しました', 'Media group updated.'],
  },
  rep_user: { done: userDone, created: invited, updated: userUpdated('レップ', 'Rep') },
  agency_user: { done: userDone, created: invited, updated: userUpdated('代理店', 'Agency') },
  advertiser_user: { done: userDone, created: invited, updated: userUpdated('広告主', 'Advertiser') },
  ptd_user: { done: userDone, created: invited, updated: userUpdated('PTD', 'PTD') },
  pg_user: { done: userDone, created: invited, updated: userUpdated('メディアグループ', 'Media group') },
  // Invitations are sent and accepted, never edited.
  invitation: {
    created: undefined,
    done: {
      resend: ['招待メールを再送しました', 'The invitation was sent again.'],
      revoke: ['招待を取り消しました', 'The invitation was revoked.'],
    },
  },
  medium: {
    done: {
      activate: ['媒体を有効にしました', 'Medium activated.'],
      deactivate: ['媒体を無効にしました', 'Medium deactivated.'],
      archive: ['媒体をアーカイブしました', 'Medium archived.'],
      restore: ['媒体をアーカイブから戻しました', 'Medium restored.'],
    },
    needs: { domain: 'media.example' },
  },
  delivery_file: { done: { withdraw: ['取込を取り消しました', 'The file was withdrawn.'] } },
  frame: {
    updated: ['配信枠を更新しました', 'Delivery frame updated.'],
    done: {
      start: ['配信枠を開始しました', 'Delivery frame started.'],
      stop: ['配信枠を停止しました', 'Delivery frame stopped.'],
      restart: ['配信枠を再開しました', 'Delivery frame restarted.'],
      archive: ['配信枠をアーカイブしました', 'Delivery frame archived.'],
    },
  },
  product: {
    done: {
      put_on_sale: ['販売を開始しました', 'Product put on sale.'],
      suspend: ['販売を停止しました', 'Product suspended.'],
      resume: ['販売を再開しました', 'Product back on sale.'],
      end: ['販売を終了しました', 'Sale ended.'],
    },
  },
  format: {
    done: {
      archive: ['フォーマットをアーカイブしました', 'Format archived.'],
      restore: ['フォーマットをアーカイブから戻しました', 'Format restored.'],
    },
    needs: { width: '300', height: '250', file_types: ['PNG'], max_bytes: '150000' },
  },
  source_frame: {
    needs: { source: 'dsp-1' },
  },
}

/** The messages of the records of a route name; what is not stated follows from the label, as the specification says of further entities. */
export function wordsOf(name: string): Words {
  const resource = allResources.find((known) => known.name === name)
  if (!resource) throw new Error(`No resource of the contract is called as the route ${name}.detail`)
  const { label, permissions } = resource
  const told = (ja: string, en: string): Both => [`${label.ja}を${ja}しました`, `${label.en} ${en}.`]
  return {
    resource,
    ...(permissions.create && { created: told('登録', 'created') }),
    ...(permissions.update && { updated: told('更新', 'updated') }),
    ...(permissions.delete && { deleted: told('削除', 'deleted') }),
    ...stated[name],
  }
}
