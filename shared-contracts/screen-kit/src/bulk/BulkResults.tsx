import type { BulkResult } from '@adsite/contract'
import { RouteLink } from '@adsite/remote'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { kit } from '../base/styles.tsx'
import { useBulkText } from './texts.ts'

interface BulkResultsProps {
  readonly results: readonly BulkResult[]
  readonly detailRoute: string
  readonly caption: string
}

/** So many at a time: there may be ten thousand. */
const step = 100

/** A result for each record, those that failed first, each with its reason and its link. */
export function BulkResults({ results, detailRoute, caption }: BulkResultsProps): ReactNode {
  const text = useBulkText()
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
              <th scope="col">{text('bulk_result')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map(({ id, name, ok, message }) => (
              <tr key={id}>
                <th scope="row">
                  {name === null ? (
                    `#${id}`
                  ) : (
                    <RouteLink to={detailRoute} params={{ id }}>
                      {name}
                    </RouteLink>
                  )}
                </th>
                <td>
                  <span className={`${kit.tag} ${ok ? kit.tag_success : kit.tag_error}`}>{text(ok ? 'bulk_ok' : 'bulk_not_ok')}</span>{' '}
                  {message}
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
