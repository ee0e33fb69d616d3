import { listHref, type ListAddress } from '../element/list-address.ts'
import { useRole } from '@adsite/auth'
import type { AnyResource, RouteWith, Text } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useNavigateHere } from '../address/use-navigate-here.ts'
import { Page } from '../element/Page.tsx'
import type { CreateEndpoints } from '../base/resource-endpoints.ts'
import { entityParameters, useKitText } from '../base/texts.ts'
import { addressedOwners, addressedValues, formFields, type ValuesOf } from './state/form-values.ts'
import type { Followed } from './state/use-followed.ts'
import type { StoreForm } from './state/use-resource-form.ts'
import { ResourceForm } from './ResourceForm.tsx'

type ResourceCreateProps<R extends AnyResource> = ListAddress & {
  readonly resource: R
  readonly endpoints: CreateEndpoints
  /** Route of the created record, with `:id`. */
  readonly detailRoute: RouteWith<'id'>
  /** Initial values of the inputs; values in the URL (`?company_id=5`) take precedence. */
  readonly initial?: ValuesOf<R>
  readonly followed?: Followed<R>
  /** See `ResourceForm`. */
  readonly lead?: ReactNode
  readonly tail?: ReactNode
  readonly store?: StoreForm<R> | undefined
  readonly hasMore?: boolean
  readonly progress?: string | undefined
  readonly held?: string | undefined
  /** Texts for when creating has another name (such as inviting). */
  readonly texts?: { readonly title: Text; readonly submit: Text; readonly done: Text }
}

/** The create screen of a resource. */
export function ResourceCreate<R extends AnyResource>(props: ResourceCreateProps<R>): ReactNode
export function ResourceCreate({
  resource,
  endpoints,
  detailRoute,
  initial,
  followed,
  lead,
  tail,
  store,
  hasMore,
  progress,
  held,
  texts,
  ...list
}: ResourceCreateProps<AnyResource>): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const shell = useShell()
  const navigate = useNavigateHere()
  const [search] = useSearchParams()
  const entity = entityParameters(resource, localize)
  const names = formFields(resource, null, useRole())
  return (
    <Page title={texts ? localize(texts.title) : text('create_title', entity)}>
      <ResourceForm
        // A different owner record means a different draft, so the form is remounted.
        key={addressedOwners(resource.fields, names, search)}
        resource={resource}
        endpoint={endpoints.create}
        record={null}
        initial={{ ...initial, ...addressedValues(resource.fields, names, search) }}
        {...(followed ? { followed } : {})}
        lead={lead}
        tail={tail}
        store={store}
        hasMore={hasMore}
        progress={progress}
        held={held}
        {...(texts ? { submitLabel: localize(texts.submit) } : {})}
        onSaved={(id, warning) => {
          if (warning) shell.alert('warn', warning, { autoClose: false })
          else shell.alert('success', [texts ? localize(texts.done) : text('created', entity)], { autoClose: true })
          void navigate(shell.href(detailRoute, { id }) ?? listHref(shell, list) ?? '/')
        }}
        onCancel={() => void navigate(listHref(shell, list) ?? '/')}
      />
    </Page>
  )
}
