import type { BulkResult } from '@adsite/contract'
import { formatYen, useLanguage } from '@adsite/i18n'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import kit from '../../base/kit.module.css'
import { takesLostFocus } from '../../focus/takes-lost-focus.ts'
import { RecordLink, type RecordAddress } from '../../element/RecordLink.tsx'
import { useBulkText } from './texts.ts'

interface BulkResultsProps extends RecordAddress {
  readonly results: readonly BulkResult[]
  readonly caption: string
}

/** Page size of the results, because there may be ten thousand. */
const step = 100

/** The result of each record, failed ones first, with reason and link. */
export function BulkResults({ results, detailRoute, detailParams, caption }: BulkResultsProps): ReactNode {
  const text = useBulkText()
  const language = useLanguage()
  const hasAmounts = results.some(({ amount }) => amount !== null)
  const [shown, setShown] = useState(step)
  const sorted = results.toSorted((a, b) => Number(a.ok) - Number(b.ok))
  return (
    <>
      <div className={kit.results}>
        <table className={kit.versions}>
          <caption className={kit.hidden}>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{text('bulk_record')}</th>
              {hasAmounts ? <th scope="col">{text('bulk_amount')}</th> : null}
              <th scope="col">{text('bulk_result')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map(({ id, name, amount, ok, message }, index) => (
              <tr key={id} ref={index > 0 && index % step === 0 ? takesLostFocus : undefined}>
                <th scope="row">
                  {name === null ? (
                    `#${id}`
                  ) : (
                    <RecordLink id={id} detailRoute={detailRoute} detailParams={detailParams}>
                      {name}
                    </RecordLink>
                  )}
                </th>
                {hasAmounts ? <td>{formatYen(amount, language)}</td> : null}
                <td>
                  <span className={`${kit.tag} ${ok ? kit.success : kit.error}`}>{text(ok ? 'bulk_ok' : 'bulk_not_ok')}</span> {message}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sorted.length > shown ? (
        <Button size="small" onClick={() => setShown(shown + step)}>
          {text('bulk_more', { count: sorted.length - shown })}
        </Button>
      ) : null}
    </>
  )
}
