import {
  accountUsers,
  changeRequestEntities,
  company,
  invitation,
  isKeyOf,
  order,
  revenueShare,
  type AnyResource,
  type ChangeRequest,
} from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import { ChangeValues, takesLostFocus, UnavailableButton, WriteButton } from '@adsite/screen-kit'
import type { ButtonProps } from 'antd'
import type { ReactNode } from 'react'
import styles from './four-eyes.module.css'
import { useFourEyesText } from './texts.ts'

export type Answer = 'approve' | 'reject' | 'withdraw' | 'explain'

const users = Object.values(accountUsers)
const resources: Readonly<Record<string, AnyResource>> = Object.fromEntries(
  [company, order, revenueShare, invitation, ...users].map((resource) => [resource.name, resource]),
)
const pages = {
  company: 'company.detail',
  order: 'order.detail',
  revenue_share: 'revenue_share.detail',
  advertiser_user: 'advertiser_user.detail',
  agency_user: 'agency_user.detail',
  rep_user: 'rep_user.detail',
  ptd_user: 'ptd_user.detail',
  pg_user: 'pg_user.detail',
} as const

/** What a request is about and would do, in words. */
export function useHeading(): (request: ChangeRequest) => string {
  const text = useFourEyesText()
  const localize = useLocalize()
  return ({ entity, action, name }) => {
    // What is no resource says itself what is done.
    if (isKeyOf(changeRequestEntities, entity)) return text('named', { action: localize(changeRequestEntities[entity]), name })
    const resource = resources[entity]
    const label = resource ? localize(resource.label) : entity
    const rule = resource?.states?.actions[action]
    if (rule) return text('heading_state', { entity: label, action: localize(rule.label), name })
    const plain = action === 'create' || action === 'update' || action === 'delete' ? text(`action_${action}`) : action
    return text('heading', { entity: label, action: plain, name })
  }
}

export const resourceOf = ({ entity }: ChangeRequest): AnyResource | undefined => resources[entity]

interface Props {
  readonly request: ChangeRequest
  /** It is the first one of a page that was asked for. */
  readonly isNext: boolean
  readonly onAnswer: (answer: Answer) => void
}

/** A change that waits for a second person, or has ended. */
export function RequestItem({ request, isNext, onAnswer }: Props): ReactNode {
  const text = useFourEyesText()
  const language = useLanguage()
  const heading = useHeading()(request)
  const { account, entity, entity_id, before, after, reason, own, outcome, requested_by } = request
  const times = { at: formatDateTime(request.requested_at, language), lapses: formatDateTime(request.lapses_at, language) }
  const named = (answer: Answer) => text('named', { action: text(answer), name: heading })
  function button(answer: Answer, look: Pick<ButtonProps, 'danger' | 'type'> = {}): ReactNode {
    return (
      <WriteButton {...look} aria-label={named(answer)} onClick={() => onAnswer(answer)}>
        {text(answer)}
      </WriteButton>
    )
  }
  return (
    <li className={styles.item} ref={isNext ? takesLostFocus : undefined}>
      <h3>
        {isKeyOf(pages, entity) && entity_id !== null ? (
          <RouteLink to={pages[entity]} params={{ id: entity_id }}>
            {heading}
          </RouteLink>
        ) : (
          heading
        )}
      </h3>
      <p className={styles.note}>{text('asked', { ...times, by: requested_by })}</p>
      <p className={styles.note}>{text('for_account', { account: account.name })}</p>
      <ChangeValues resource={resourceOf(request)} before={before} after={after} />
      <p>{reason === null ? text('no_why') : text('why', { reason })}</p>
      {outcome === null ? (
        <div className={styles.buttons}>
          {own ? (
            <UnavailableButton label={text('approve')} name={named('approve')} reason={text('own_reason')} type="primary" />
          ) : (
            button('approve', { type: 'primary' })
          )}
          {own ? button('withdraw', { danger: true }) : button('reject', { danger: true })}
          {own ? button('explain') : null}
        </div>
      ) : (
        <p>
          {text(outcome, {
            at: request.decided_at === null ? '' : formatDateTime(request.decided_at, language),
            by: request.decided_by ?? '',
            decision: request.decision ?? '',
          })}
        </p>
      )}
    </li>
  )
}
