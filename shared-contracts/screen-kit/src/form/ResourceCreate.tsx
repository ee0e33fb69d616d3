import type { AnyResource } from '@adsite/contract'
import { useText } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { Page } from '../base/Page.tsx'
import type { CreateEndpoints } from '../base/resource-endpoints.ts'
import { entityParameters, useKitText } from '../base/texts.ts'
import { ResourceForm } from './ResourceForm.tsx'

interface ResourceCreateProps {
  readonly resource: AnyResource
  readonly endpoints: CreateEndpoints
  /** Where the new record is shown, with `:id`. */
  readonly detailRoute: string
  /** Where cancelling leads. */
  readonly listRoute: string
}

/** The create screen of a resource. */
export function ResourceCreate({ resource, endpoints, detailRoute, listRoute }: ResourceCreateProps): ReactNode {
  const text = useKitText()
  const read = useText()
  const shell = useShell()
  const navigate = useNavigate()
  const entity = entityParameters(read(resource.label))
  return (
    <Page title={text('create_title', entity)}>
      <ResourceForm
        resource={resource}
        endpoint={endpoints.create}
        record={null}
        onSaved={(id) => {
          shell.alert('success', [text('created', entity)], { autoClose: true })
          void navigate(shell.href(detailRoute, { id }) ?? shell.href(listRoute) ?? '/')
        }}
        onCancel={() => void navigate(shell.href(listRoute) ?? '/')}
      />
    </Page>
  )
}
