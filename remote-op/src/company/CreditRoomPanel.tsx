import { useApiQuery } from '@adsite/api-client'
import { companyEndpoints } from '@adsite/contract'
import { formatCount, formatYen, useLanguage } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import { Panel } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import styles from './company.module.css'
import { useCompanyText } from './texts.ts'

/** Number of largest holders named; those above the limit are always named. */
const largest = 10

/** How much of a company's credit limit its ads hold, which ads hold it, and which exceed it. */
export function CreditRoomPanel({ companyId }: { companyId: number }): ReactNode {
  const t = useCompanyText()
  const language = useLanguage()
  const { data, error, refetch } = useApiQuery(companyEndpoints.creditRoom, { params: { id: companyId } })
  const room = data?.data
  const yen = (value: string) => formatYen(value, language)
  const shown = room?.ads.filter(({ above }, index) => above || index < largest) ?? []
  const isOver = room?.left.startsWith('-') ?? false
  return (
    <Panel title={t('title')} busy={!room && !error} failure={error && !room ? { error, retry: () => void refetch() } : null}>
      {room ? (
        <>
          <dl className={styles.sums}>
            <div>
              <dt>{t('credit_limit')}</dt>
              <dd>{yen(room.credit_limit)}</dd>
            </div>
            <div>
              <dt>{t('used')}</dt>
              <dd>{yen(room.used)}</dd>
            </div>
            <div>
              <dt>{t('left')}</dt>
              <dd className={isOver ? styles.over : ''}>
                {isOver ? t('exceeded_by', { amount: yen(room.left.slice(1)) }) : yen(room.left)}
              </dd>
            </div>
          </dl>
          {room.above_count > 0 ? <p className={styles.over}>{t('above', { count: formatCount(room.above_count, language) })}</p> : null}
          {shown.length === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <ul className={styles.ads}>
              {shown.map(({ id, name, account, amount, above }) => (
                <li key={id}>
                  <span>
                    <RouteLink to="ad.detail" params={{ id }}>
                      {name}
                    </RouteLink>{' '}
                    ({account})
                  </span>
                  <span>
                    {above ? <span className={styles.over}>{t('is_above')} </span> : null}
                    {yen(amount)}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {room.ad_count > shown.length ? (
            <p>{t('shown', { count: formatCount(room.ad_count, language), shown: formatCount(shown.length, language) })}</p>
          ) : null}
        </>
      ) : null}
    </Panel>
  )
}
