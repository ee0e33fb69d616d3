import { selectEndpoint } from './resource-endpoints.ts'
import { entitySelectLists } from './select-lists.ts'

/**
 * Select lists for references, by the reference's `target` or `chosenFrom`. Listing only the select endpoints saves
 * screens from loading the whole entity they refer to; those of entities are generated.
 */
export const referenceEndpoints = {
  ...entitySelectLists,
  /** Accounts of media groups; `publisher_group` is the group itself. */
  pg: selectEndpoint('pg', '/api/account/pg/account', 'pg.select', {
    ja: 'メディアグループのアカウントの選択肢の表示',
    en: 'View choices of media group accounts',
  }),
  /** Creatives that could currently be shown: approved and not paused. */
  shown_creative: selectEndpoint('creative', '/api/ad-creative/shown', 'creative.select', {
    ja: '配信できるクリエイティブの選択肢の表示',
    en: 'View choices of creatives that can be shown',
  }),
  /** Accounts of any kind to which the caller may invite users. */
  account: selectEndpoint('account', '/api/account', 'user.invite', {
    ja: '招待先アカウントの選択肢の表示',
    en: 'View choices of accounts to invite to',
  }),
}

export type ReferenceTarget = keyof typeof referenceEndpoints
export type SelectEndpoint = ReturnType<typeof selectEndpoint>
