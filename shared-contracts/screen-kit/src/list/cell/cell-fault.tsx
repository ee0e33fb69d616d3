import type { AnyResource } from '@adsite/contract'
import type { ReactNode } from 'react'
import { CodedText } from '../../on-demand/CodedText.tsx'
import { rowFaults, type RowDraft } from '../sheet/sheet-state.ts'

/** What is wrong with a cell: what the API said of it, else what it would say; null if nothing is. */
export function cellFault(resource: AnyResource, field: string, draft: RowDraft | undefined): ReactNode {
  if (!draft) return null
  const { refused } = draft
  const said = refused?.errors[field]
  if (said) return said.join(' ')
  const coded = rowFaults(resource, draft)[field]
  if (coded !== undefined) return <CodedText coded={coded} />
  // A refusal that is about none of its cells is told at the first one.
  const cells = [...Object.keys(draft.values), ...(draft.action === null ? [] : [resource.states?.field])]
  const isOwn = Object.keys(refused?.errors ?? {}).some((name) => cells.includes(name))
  return refused && !isOwn && cells[0] === field ? refused.message : null
}
