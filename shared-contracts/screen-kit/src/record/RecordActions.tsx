import type { Endpoint, AnyResource } from '@adsite/contract'
import { useText } from '@adsite/i18n'
import { Button, Modal, Tooltip } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import type { KitRecord } from '../base/resource-endpoints.ts'
import { kit } from '../base/styles.tsx'
import { useKitText } from '../base/texts.ts'
import { stateChoice, useResourceActions, type ResourceAction } from './use-resource-actions.ts'

interface RecordActionsProps {
  readonly resource: AnyResource
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly record: KitRecord
}

/** A button that cannot be used now stays in reach of keyboard and pointer, to say why. */
function UnavailableButton({ label, reason }: { label: string; reason: string }): ReactNode {
  const id = useId()
  return (
    <>
      <Tooltip title={reason} placement="top" trigger={['hover', 'focus']}>
        <Button className={kit.unavailable} aria-disabled="true" aria-describedby={id}>
          {label}
        </Button>
      </Tooltip>
      <span id={id} className={kit.hidden}>
        {reason}
      </span>
    </>
  )
}

/** The state actions of a record: one button each, asking first where the rule says so. */
export function RecordActions({ resource, endpoints, record }: RecordActionsProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const { actions, running } = useResourceActions(resource, endpoints, record)
  const [asking, setAsking] = useState<ResourceAction | null>(null)

  function reasonOf({ rule }: ResourceAction): string {
    const nameOf = (state: unknown) => {
      const choice = stateChoice(resource, state)
      return choice ? read(choice.label) : String(state)
    }
    return text('action_reason', {
      from: rule.from.map(nameOf).join(text('reason_separator')),
      state: nameOf(record[resource.states!.field]),
    })
  }

  return (
    <>
      {actions.map((action) =>
        action.allowed ? (
          <Button
            key={action.name}
            loading={running === action.name}
            danger={action.rule.confirm !== undefined}
            onClick={() => (action.rule.confirm ? setAsking(action) : void action.run())}
          >
            {read(action.rule.label)}
          </Button>
        ) : (
          <UnavailableButton key={action.name} label={read(action.rule.label)} reason={reasonOf(action)} />
        ),
      )}
      <Modal
        open={asking !== null}
        title={asking ? read(asking.rule.label) : ''}
        okText={asking ? read(asking.rule.label) : ''}
        okButtonProps={{ danger: true }}
        cancelText={text('cancel')}
        onCancel={() => setAsking(null)}
        onOk={() => {
          void asking?.run()
          setAsking(null)
        }}
      >
        {asking?.rule.confirm ? read(asking.rule.confirm) : null}
      </Modal>
    </>
  )
}
