import type { Endpoint, AnyResource } from '@adsite/contract'
import { useText } from '@adsite/i18n'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { KitRecord } from '../base/resource-endpoints.ts'
import { UnavailableButton } from '../base/UnavailableButton.tsx'
import { useKitText } from '../base/texts.ts'
import { stateChoice, useResourceActions, type ResourceAction } from './use-resource-actions.ts'

const loadDialog = () => import('../action/ActionDialog.tsx')
const ActionDialog = lazy(loadDialog)

interface RecordActionsProps {
  readonly resource: AnyResource
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly record: KitRecord
}

/** The state actions of a record: one button each, asking first where the rule says so. */
export function RecordActions({ resource, endpoints, record }: RecordActionsProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const { actions, running } = useResourceActions(resource, endpoints, record)
  const [asking, setAsking] = useState<ResourceAction | null>(null)

  function reasonOf({ name, rule, byState }: ResourceAction): string {
    const nameOf = (state: unknown) => {
      const choice = stateChoice(resource, state)
      return choice ? read(choice.label) : String(state)
    }
    if (byState) return record.blocked![name]!
    return text('action_reason', {
      from: rule.from.map(nameOf).join(text('reason_separator')),
      state: nameOf(record[resource.states!.field]),
    })
  }

  return (
    <>
      {actions.map((action) => {
        const { name, rule } = action
        if (!action.allowed) return <UnavailableButton key={name} label={read(rule.label)} reason={reasonOf(action)} />
        const asks = rule.confirm !== undefined || rule.reason !== undefined
        return (
          <Button
            key={name}
            loading={running === name}
            danger={rule.confirm !== undefined}
            {...(asks ? { onPointerEnter: () => void loadDialog(), onFocus: () => void loadDialog() } : {})}
            onClick={() => (asks ? setAsking(action) : void action.run({}))}
          >
            {read(rule.label)}
          </Button>
        )
      })}
      {asking ? (
        <Suspense>
          <ActionDialog action={asking} onClose={() => setAsking(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
