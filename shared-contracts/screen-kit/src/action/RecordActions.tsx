import type { Endpoint, AnyResource, ResourceRecord } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import type { KitRecord } from '../base/resource-endpoints.ts'
import { useReadOnly } from '../read-only/use-read-only.ts'
import { lazyDialog } from '../on-demand/lazy-part.tsx'
import { UnavailableButton } from '../element/UnavailableButton.tsx'
import { ActionMenu } from './ActionMenu.tsx'
import { useResourceActions, useStateReason, type ResourceAction } from './use-resource-actions.ts'

const ActionDialog = lazyDialog(
  () => import('./ActionDialog.tsx'),
  ({ onClose }) => onClose(),
)

/** Number of actions shown as buttons; if a record has more, the available ones come first and a menu holds the rest. */
const buttons = 2

interface RecordActionsProps<R extends AnyResource> {
  readonly resource: R
  readonly endpoints: Readonly<Record<string, Endpoint | undefined>>
  readonly record: ResourceRecord<R>
  /** Names the record where the screen shows several. */
  readonly subject?: string
}

/** The state actions of a record, with a confirmation where the rule requires one; unavailable actions show the reason. */
export function RecordActions<R extends AnyResource>({ resource, endpoints, record: typed, subject }: RecordActionsProps<R>): ReactNode {
  const record: KitRecord = typed
  const localize = useLocalize()
  const { actions, running } = useResourceActions(resource, endpoints, record, subject)
  // The name alone is kept: after a refusal, the question is asked again about the record as the page shows it then.
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const asking = actions.find(({ name }) => name === askedFor)
  const shown = actions.length <= buttons ? actions : actions.filter(({ allowed }) => allowed).slice(0, buttons)
  const others = actions.filter((action) => !shown.includes(action))
  const asks = ({ rule }: ResourceAction) => rule.confirm !== undefined || rule.amount !== undefined || rule.reason !== undefined

  const stateReason = useStateReason(resource)
  const readOnly = useReadOnly()
  const reasonOf = ({ name, rule, byState }: ResourceAction): string =>
    readOnly ?? (byState ? record.blocked?.[name] : undefined) ?? stateReason(rule, resource.states && record[resource.states.field])

  function start(action: ResourceAction): void {
    if (asks(action)) setAskedFor(action.name)
    else void action.run({})
  }

  return (
    <>
      {shown.map((action) => {
        const { name, rule } = action
        if (!action.allowed) return <UnavailableButton key={name} label={localize(rule.label)} reason={reasonOf(action)} />
        return (
          <Button
            key={name}
            loading={running === name}
            danger={rule.confirm !== undefined}
            {...(asks(action) ? { onPointerEnter: () => void ActionDialog.preload(), onFocus: () => void ActionDialog.preload() } : {})}
            onClick={() => start(action)}
          >
            {localize(rule.label)}
          </Button>
        )
      })}
      {others.length > 0 ? (
        <ActionMenu
          actions={others}
          reasonOf={reasonOf}
          running={others.some(({ name }) => name === running)}
          load={ActionDialog.preload}
          start={start}
        />
      ) : null}
      {asking ? (
        <ActionDialog
          resource={resource}
          record={record}
          action={asking}
          unavailable={asking.allowed ? null : reasonOf(asking)}
          onClose={() => setAskedFor(null)}
        />
      ) : null}
    </>
  )
}
