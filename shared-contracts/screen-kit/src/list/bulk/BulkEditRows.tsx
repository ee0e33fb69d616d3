import { emptyText, formatValue, type AnyResource, type EditResult } from '@adsite/contract'
import { formatCount, useLanguage, useLocalize } from '@adsite/i18n'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { fieldOf } from '../../base/field-of.ts'
import kit from '../../base/kit.module.css'
import { RecordLink, type RecordAddress } from '../../element/RecordLink.tsx'
import { useBulkText } from './texts.ts'

interface BulkEditRowsProps extends RecordAddress {
  readonly resource: AnyResource
  readonly results: readonly EditResult[]
  readonly done: boolean
}

/** Page size of the rows, because there may be ten thousand. */
const step = 100

/** Refused rows come first, then those that wait for an approval; those without a change last. */
const urgency = ({ ok, held, changes }: EditResult) => (ok ? (held.length > 0 ? 1 : changes.length > 0 ? 2 : 3) : 0)

function Outcome({ result, done }: { readonly result: EditResult; readonly done: boolean }): ReactNode {
  const text = useBulkText()
  const kinds = [
    { tag: kit.error, words: text('bulk_edit_refused') },
    { tag: kit.warning, words: text('bulk_edit_held') },
    { tag: kit.success, words: text(done ? 'bulk_edit_changed' : 'bulk_edit_ok') },
    { tag: kit.neutral, words: text('bulk_edit_same') },
  ]
  const kind = kinds[urgency(result)]
  return (
    <>
      <span className={`${kit.tag} ${kind?.tag}`}>{kind?.words}</span> {result.message}
    </>
  )
}

/** The records of an edit with their values before and after, in the preview or after it was made. */
export function BulkEditRows({ resource, results, done, ...address }: BulkEditRowsProps): ReactNode {
  const text = useBulkText()
  const localize = useLocalize()
  const language = useLanguage()
  const [shown, setShown] = useState(step)
  const sorted = results.toSorted((one, other) => urgency(one) - urgency(other))
  const fields = new Set(results.flatMap(({ changes }) => changes.map(({ field }) => field)))
  function valueOf(field: string, value: unknown): string {
    const column = fieldOf(resource, field)
    return formatValue(column, value, language) ?? emptyText(column, language)
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without the focus the keyboard cannot scroll it */}
      <section className={kit.results} aria-label={text('bulk_edit_rows')} tabIndex={0}>
        <table className={kit.versions}>
          <thead>
            <tr>
              <th scope="col">{text('bulk_record')}</th>
              <th scope="col">{text('bulk_edit_values')}</th>
              <th scope="col">{text('bulk_result')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map((result) => (
              <tr key={result.id}>
                <th scope="row">
                  {result.name === null ? (
                    `#${result.id}`
                  ) : (
                    <RecordLink id={result.id} {...address}>
                      {result.name}
                    </RecordLink>
                  )}
                </th>
                <td>
                  {result.changes.map(({ field, before, after }) => (
                    <div key={field}>
                      {fields.size > 1 ? <span className={kit.muted}>{localize(fieldOf(resource, field).label)} </span> : null}
                      <span className={kit.before}>{valueOf(field, before)}</span> → <strong>{valueOf(field, after)}</strong>
                    </div>
                  ))}
                </td>
                <td>
                  <Outcome result={result} done={done} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {sorted.length > shown ? (
        <Button size="small" onClick={() => setShown(shown + step)}>
          {text('bulk_more', { count: formatCount(sorted.length - shown, language) })}
        </Button>
      ) : null}
    </>
  )
}
