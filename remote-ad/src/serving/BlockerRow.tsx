import { useMay } from '@adsite/auth'
import {
  accountStatuses,
  choiceLabel,
  creditStatuses,
  servingBlockers,
  type Blocker,
  type BlockerValue,
  type ServingBlocker,
} from '@adsite/contract'
import { formatCount, formatDateTime, formatEnd, formatYen, useLanguage, type Language } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { Icon } from '@adsite/screen-kit'
import { mdiAlertCircleOutline, mdiAlertOutline, mdiClockOutline } from '@mdi/js'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from '../base/ad.module.css'
import { useAdText, type TextKey } from '../base/texts.ts'

const choices = { credit_status: creditStatuses, account_status: accountStatuses } as const

function valueText(kind: BlockerValue, value: string, language: Language): string {
  switch (kind) {
    case 'datetime':
      return formatDateTime(value, language)
    case 'end':
      return formatEnd(value, language)
    case 'money':
      return formatYen(value, language)
    case 'count':
      return formatCount(Number(value), language)
    case 'credit_status':
    case 'account_status':
      return choiceLabel(choices[kind], value)?.[language] ?? value
    default:
      return value
  }
}

/** Text of a blocker; without its value if it stands for several ads with different values. */
export function blockerText({ kind, value }: Pick<Blocker, 'kind' | 'value'>, language: Language): string {
  const { text, value: form }: ServingBlocker = servingBlockers[kind]
  if (value === null) return text[language]
  const said = valueText(form, value, language)
  return language === 'ja' ? `${text.ja}（${said}）` : `${text.en} (${said})`
}

/** Blockers that the form does not resolve: a button at the top undoes pausing, and orders are placed below the panel. */
const elsewhere: readonly Blocker['kind'][] = ['paused', 'campaign_paused', 'order_missing', 'excluded']

/** What the link to the record that resolves a blocker says. */
const openText: Readonly<Record<(typeof servingBlockers)[Blocker['kind']]['route'], TextKey>> = {
  'ad.detail': 'to_ad',
  'campaign.detail': 'to_campaign',
  'company.detail': 'to_company',
  'advertiser.detail': 'to_advertiser',
  'creative_group.detail': 'to_creative_group',
  'order.detail': 'to_order',
}

interface BlockerRowProps {
  readonly blocker: Blocker
  /** The record of this screen; its own blockers link to its form. */
  readonly own: string
  readonly decisive: boolean
  readonly children?: ReactNode
}

/** A blocker, with a link to what resolves it if the role may open it. */
export function BlockerRow({ blocker, own, decisive, children }: BlockerRowProps): ReactNode {
  const t = useAdText()
  const shell = useShell()
  const language = useLanguage()
  const mayEdit = useMay('ad.update')
  const { route } = servingBlockers[blocker.kind]
  const { planned }: ServingBlocker = servingBlockers[blocker.kind]
  const href = blocker.target === null ? null : shell.href(route, { id: blocker.target })
  const editable = route !== own || (mayEdit && !elsewhere.includes(blocker.kind))
  return (
    <li className={styles.blocker}>
      <span className={`${styles.reason} ${planned ? styles.planned : decisive ? styles.decisive : ''}`}>
        <Icon path={planned ? mdiClockOutline : decisive ? mdiAlertCircleOutline : mdiAlertOutline} />
        <span>{blockerText(blocker, language)}</span>
      </span>
      <span className={styles.links}>
        {children}
        {href !== null && editable ? (
          <Link to={route === own ? '?edit=1' : href}>{t(route === own ? 'edit_own' : openText[route])}</Link>
        ) : null}
      </span>
    </li>
  )
}
