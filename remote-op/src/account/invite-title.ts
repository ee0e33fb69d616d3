import { roleLabel, type Text, type UserKind } from '@adsite/contract'

/** Title of the page that invites users to accounts of a kind: for menu, tab and form. */
export function inviteTitle(kind: UserKind): Text {
  const { ja, en } = roleLabel(kind)
  return { ja: `${ja}ユーザー招待`, en: `Invite ${/^[AEIOU]/u.test(en) ? 'an' : 'a'} ${en === 'PTD' ? en : en.toLowerCase()} user` }
}
