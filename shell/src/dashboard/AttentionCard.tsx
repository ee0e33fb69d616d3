import { useApiQuery } from '@adsite/api-client'
import {
  accountStatuses,
  attentionReasons,
  choiceLabel,
  creditStatuses,
  dashboardEndpoints,
  formatText,
  type AttentionItem,
} from '@adsite/contract'
import { formatCount, formatDateTime, formatEnd, useLanguage, type Language } from '@adsite/i18n'
import { RouteLink, useShell } from '@adsite/remote'
import type { ReactNode } from 'react'
import { Card, CardContent, CardEmpty } from './Card.tsx'
import styles from './CardLists.module.css'
import { useDashboardText } from './texts.ts'

/** The reason as text, with its formatted value. */
export function reasonText({ reason, value }: Pick<AttentionItem, 'reason' | 'value'>, language: Language): string {
  const { text, value: form } = attentionReasons[reason]
  const forms = {
    datetime: () => formatDateTime(value, language),
    end: () => formatEnd(value, language),
    days: () => formatCount(value, language),
    percent: () => formatCount(value, language),
    credit_status: () => choiceLabel(creditStatuses, value)?.[language] ?? value,
    account_status: () => choiceLabel(accountStatuses, value)?.[language] ?? value,
  }
  return formatText(text[language], { value: forms[form]() })
}

/** Campaigns that need attention and the reasons, most urgent first. */
export function AttentionCard(): ReactNode {
  const text = useDashboardText()
  const language = useLanguage()
  const shell = useShell()
  const query = useApiQuery(dashboardEndpoints.attention)
  const list = shell.href('campaign.list') ?? shell.href('campaign.list.own')
  return (
    <Card kind="attention" title={text('attention')} href={list} busy={query.isPending}>
      <CardContent query={query}>
        {(items) =>
          items.length === 0 ? (
            <CardEmpty>{text('attention_empty')}</CardEmpty>
          ) : (
            <ul className={styles.reasons}>
              {items.map((item) => (
                <li key={item.campaign_id} data-tone={attentionReasons[item.reason].tone}>
                  <RouteLink to="campaign.detail" params={{ id: item.campaign_id }}>
                    {item.name}
                  </RouteLink>
                  <span>{reasonText(item, language)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </CardContent>
    </Card>
  )
}
