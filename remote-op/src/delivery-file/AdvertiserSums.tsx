import { useApiQuery } from '@adsite/api-client'
import { deliveryFile, deliveryFileEndpoints } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import { Panel, PlainValue, ScrollBox } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import styles from './delivery-file.module.css'
import { useFileText } from './texts.ts'

const { fields } = deliveryFile
const columns = ['rows_taken', 'imps', 'clicks', 'conversions', 'gross', 'media_cost'] as const

/** Delivery sums by advertiser, for a file with several advertisers. */
export function AdvertiserSums({ fileId }: { fileId: number }): ReactNode {
  const text = useFileText()
  const localize = useLocalize()
  const { data, error, refetch } = useApiQuery(deliveryFileEndpoints.advertisers, { params: { id: fileId } })
  const sums = data?.data ?? []
  return (
    <Panel title={text('by_advertiser')} busy={!data && !error} failure={error && !data ? { error, retry: () => void refetch() } : null}>
      {data && sums.length === 0 ? <p className={styles.note}>{text('by_advertiser_none')}</p> : null}
      {sums.length > 0 ? (
        <ScrollBox label={text('by_advertiser')}>
          <table className={styles.lines}>
            <thead>
              <tr>
                <th scope="col">{localize(fields.advertiser_account_id.label)}</th>
                {columns.map((name) => (
                  <th key={name} scope="col" className={styles.figure}>
                    {localize(fields[name].label)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sums.map((own) => (
                <tr key={own.advertiser_account_id}>
                  <th scope="row">
                    <RouteLink to="advertiser.detail" params={{ id: own.advertiser_account_id }}>
                      {own.name}
                    </RouteLink>
                  </th>
                  {columns.map((name) => (
                    <td key={name} className={styles.figure}>
                      <PlainValue field={fields[name]} value={own[name]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      ) : null}
    </Panel>
  )
}
