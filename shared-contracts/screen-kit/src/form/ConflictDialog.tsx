import type { AnyResource } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Dialog } from '../dialog/Dialog.tsx'
import kit from '../base/kit.module.css'
import { PlainValue } from '../value/PlainValue.tsx'
import { useConflictText } from './conflict-texts.ts'
import { isSame } from './state/form-values.ts'
import type { Conflict } from './state/use-resource-form.ts'
import { fieldOf } from '../base/field-of.ts'

export interface ConflictDialogProps {
  readonly resource: AnyResource
  readonly conflict: Conflict
}

/** Shown when two users changed the same record: both versions by field, and the choice between them (spec/quality "Conflicts"). */
export default function ConflictDialog({ resource, conflict }: ConflictDialogProps): ReactNode {
  const text = useConflictText()
  const localize = useLocalize()
  const language = useLanguage()
  const { current, mine } = conflict
  const differing = Object.keys(mine).filter((name) => !isSame(mine[name], current[name]))
  return (
    <Dialog
      open
      width={640}
      title={text('conflict_title')}
      onCancel={conflict.dismiss}
      footer={[
        <Button key="dismiss" onClick={conflict.dismiss}>
          {text('unsaved_stay')}
        </Button>,
        <Button key="reload" onClick={conflict.reload}>
          {text('conflict_reload')}
        </Button>,
        <Button key="overwrite" type="primary" danger onClick={conflict.overwrite}>
          {text('conflict_overwrite')}
        </Button>,
      ]}
    >
      <p>
        {text('conflict_text', {
          by: current.updated_by ?? text('system'),
          at: formatDateTime(current.updated_at ?? current.created_at, language),
        })}
      </p>
      {differing.length === 0 ? (
        <p>{text('conflict_same')}</p>
      ) : (
        <table className={kit.versions}>
          <thead>
            <tr>
              <th scope="col">{text('conflict_field')}</th>
              <th scope="col">{text('conflict_mine')}</th>
              <th scope="col">{text('conflict_theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((name) => (
              <tr key={name}>
                <th scope="row">{localize(fieldOf(resource, name).label)}</th>
                <td>
                  <PlainValue field={fieldOf(resource, name)} value={mine[name]} />
                </td>
                <td>
                  <PlainValue field={fieldOf(resource, name)} value={current[name]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}
