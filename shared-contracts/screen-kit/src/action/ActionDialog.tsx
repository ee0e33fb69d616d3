import { formatText, type AnyResource } from '@adsite/contract'
import { formatYen, useLanguage, useLocalize } from '@adsite/i18n'
import { useState, type ReactNode } from 'react'
import { Dialog } from '../dialog/Dialog.tsx'
import type { KitRecord } from '../base/resource-endpoints.ts'
import kit from '../base/kit.module.css'
import styles from './action.module.css'
import { useKitText } from '../base/texts.ts'
import type { ResourceAction } from './use-resource-actions.ts'
import { FieldValue } from '../value/FieldValue.tsx'
import { FactsOfAction } from './ActionFacts.tsx'
import { DecisionHold, useDecisionHold } from './decision-hold.ts'
import { ReasonFields } from './ReasonFields.tsx'
import { useReason } from './use-reason.ts'
import { fieldOf } from '../base/field-of.ts'

interface ActionDialogProps {
  readonly resource: AnyResource
  readonly record: KitRecord
  readonly action: ResourceAction
  /** Why the action has become unavailable since the dialog was opened. */
  readonly unavailable: string | null
  readonly onClose: () => void
}

/** The amount that a field of the kind `money` holds; null where the role may not see it or there is none. */
const amountIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Asks for confirmation of an action, and for a reason if required. Stays open with the user's input if the action is rejected. */
export default function ActionDialog({ resource, record, action, unavailable, onClose }: ActionDialogProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const language = useLanguage()
  const reason = useReason(action.rule)
  const [running, setRunning] = useState(false)
  const { held, hold } = useDecisionHold()
  const { label, confirm, amount, reason: asked } = action.rule
  const explanation = confirm ?? amount?.note
  // Done, it is unavailable as well.
  const obstacle = running ? null : unavailable

  async function act(): Promise<void> {
    const body = reason.take()
    if (body === null) return
    setRunning(true)
    const settled = await action.run(body)
    setRunning(false)
    if (settled) onClose()
  }

  return (
    <Dialog
      open
      title={localize(label)}
      okText={
        amount ? formatText(localize(amount.label), { amount: formatYen(amountIn(record[amount.field]), language) }) : localize(label)
      }
      okButtonProps={{ danger: confirm !== undefined, disabled: held || obstacle !== null }}
      confirmLoading={running}
      cancelText={text('back')}
      onCancel={onClose}
      onOk={() => void act()}
    >
      <div className={kit.form}>
        {amount ? (
          <dl className={styles.facts}>
            {amount.shows.map((name) => (
              <div key={name} className={kit.fact}>
                <dt>{localize(fieldOf(resource, name).label)}</dt>
                <dd>
                  <FieldValue field={fieldOf(resource, name)} name={name} record={record} />
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
        <DecisionHold value={hold}>
          <FactsOfAction resource={resource} action={action.name} record={record} />
        </DecisionHold>
        {explanation ? <p className={kit.paragraph}>{localize(explanation)}</p> : null}
        {asked ? <ReasonFields asked={asked} state={reason} /> : null}
        {obstacle === null ? null : (
          <p className={`${kit.paragraph} ${kit.fault}`} role="alert">
            {obstacle}
          </p>
        )}
      </div>
    </Dialog>
  )
}
