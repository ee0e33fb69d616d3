import { emptyText, formatValue, type AnyResource } from '@adsite/contract'
import { useLanguage, useLocalize } from '@adsite/i18n'
import { Button } from 'antd'
import type { Dispatch, ReactNode } from 'react'
import { fieldOf } from '../../base/field-of.ts'
import kit from '../../base/kit.module.css'
import styles from './sheet.module.css'
import type { RowDraft, SheetEvent } from './sheet-state.ts'
import { useSheetText } from './texts.ts'

interface SheetProblemsProps {
  readonly resource: AnyResource
  readonly drafts: readonly RowDraft[]
  readonly dispatch: Dispatch<SheetEvent>
}

/** The rows that were not saved, with the reason; where somebody else was faster, both values and the choice between them. */
export function SheetProblems({ resource, drafts, dispatch }: SheetProblemsProps): ReactNode {
  const text = useSheetText()
  const localize = useLocalize()
  const language = useLanguage()
  const refused = drafts.flatMap(({ record, refused: result }) => (result ? [{ record, result }] : []))
  if (refused.length === 0) return null
  function shown(field: string, value: unknown): string {
    const column = fieldOf(resource, field)
    return formatValue(column, value, language) ?? emptyText(column, language)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without the focus the keyboard cannot scroll it
    <ul className={styles.problems} aria-label={text('sheet_problems')} tabIndex={0}>
      {refused.map(({ record, result }) => {
        const title = String(record[resource.title])
        return (
          <li key={record.id}>
            <div>
              <strong>{title}</strong> {result.message}
            </div>
            {result.code === 'conflict'
              ? result.changes.map(({ field, before, after }) => (
                  <div key={field} className={kit.small}>
                    {text('sheet_theirs', {
                      label: localize(fieldOf(resource, field).label),
                      theirs: shown(field, before),
                      mine: shown(field, after),
                    })}
                  </div>
                ))
              : null}
            <div className={styles.choice}>
              {result.code === 'conflict' && result.version !== null ? (
                <Button
                  size="small"
                  aria-label={text('sheet_overwrite_name', { title })}
                  onClick={() => dispatch({ type: 'overwrite', id: record.id })}
                >
                  {text('sheet_overwrite')}
                </Button>
              ) : null}
              <Button
                size="small"
                aria-label={text('sheet_drop_name', { title })}
                onClick={() => dispatch({ type: 'drop', id: record.id })}
              >
                {text('sheet_drop')}
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
