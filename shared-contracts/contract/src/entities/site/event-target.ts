import type { NamedRecord } from '../../field/field-type.ts'
import type { Locale, Text } from '../../text/text.ts'
import { isKeyOf } from '../../value/keys.ts'
import { callLabels } from '../../endpoint/call-labels.ts'
import { company } from '../people/company.ts'
import { invitation } from '../people/invitation.ts'
import { singleSignOn } from '../people/single-sign-on.ts'
import { revenueShare } from '../supply/revenue-share.ts'

/** Labels of what events are about and that is no resource of its own. */
export const eventSubjects = {
  user: { ja: 'ユーザー', en: 'User' },
  account: { ja: 'アカウント', en: 'Account' },
} as const satisfies Record<string, Text>

/**
 * The words that stored targets of events begin with (`company 12`, `release ad`): the label of the kind, and the
 * target that has the names and pages of such records, if it is another word. A membership is stored by its user.
 */
export const eventTargets = {
  company: { label: company.label },
  revenue_share: { label: revenueShare.label },
  invitation: { label: invitation.label },
  user: { label: eventSubjects.user },
  membership: { label: eventSubjects.user, target: 'user' },
  account: { label: eventSubjects.account },
  session: { label: { ja: 'セッション', en: 'Session' } },
  api_key: { label: { ja: 'APIキー', en: 'API key' } },
  webhook: { label: { ja: 'Webhook', en: 'Webhook' } },
  single_sign_on: { label: singleSignOn.label },
  release: { label: { ja: 'リリース', en: 'Release' } },
} as const satisfies Record<string, { readonly label: Text; readonly target?: string }>

const allOtherSessions = { stored: 'all other sessions', label: { ja: 'ほかのすべてのセッション', en: 'All other sessions' } } as const

/** An id with its sign; another name as it is. */
const numbered = (name: string) => name.replace(/^(?=\d+$)/u, '#')

function partsOf(stored: string): { readonly label: Text; readonly target: string; readonly name: string } | null {
  const [, word = '', name = ''] = /^([a-z_]+) (\S+)$/u.exec(stored) ?? []
  return isKeyOf(eventTargets, word) ? { target: word, ...eventTargets[word], name } : null
}

const segments = (path: string) => path.split('/')
const isParameter = (segment: string) => segment.startsWith('{')

/** The label of a call with what its path names: `PATCH /api/company/12` as 企業の編集 #12; null if there is no such call. */
function describeCall(stored: string, locale: Locale): string | null {
  const asked = segments(stored)
  for (const [call, [ja, en]] of Object.entries(callLabels)) {
    const declared = segments(call)
    if (declared.length !== asked.length) continue
    if (!declared.every((segment, index) => isParameter(segment) || segment === asked[index])) continue
    const named = asked.filter((_, index) => isParameter(declared[index] ?? ''))
    return [{ ja, en }[locale], ...named.map((name) => (/^\d+$/u.test(name) ? numbered(name) : `(${name})`))].join(' ')
  }
  return null
}

/** Formats a stored target for a reader: `company 12` as 企業 #12, and a call in words. A call that no longer exists stays as it is. */
export function describeEventTarget(stored: string, locale: Locale): string {
  if (stored === allOtherSessions.stored) return allOtherSessions.label[locale]
  const parts = partsOf(stored)
  return parts ? `${parts.label[locale]} ${numbered(parts.name)}` : (describeCall(stored, locale) ?? stored)
}

/** The record that a stored target names; null if it is a call or something without an id. */
export function recordOfEventTarget(stored: string): NamedRecord | null {
  const parts = partsOf(stored)
  return parts && /^[1-9]\d{0,14}$/u.test(parts.name) ? { label: parts.label, target: parts.target, id: Number(parts.name) } : null
}
