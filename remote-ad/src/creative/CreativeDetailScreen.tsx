import { apiUrl, useApiQuery } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import { creative, creativeEndpoints, type ResourceRecord } from '@adsite/contract'
import { useRouteParams } from '@adsite/remote'
import { OwnInputs, Panel, PreviewPanel, ResourceDetail, useAddressQuery } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { MaterialSection } from './MaterialSection.tsx'
import { creativeInputs } from './own-inputs.ts'
import { RevisionSection } from './revision/RevisionSection.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { useScreenText } from './base/texts.ts'
import { useFormatInName } from './use-format-in-name.ts'

interface SectionsProps {
  readonly record: ResourceRecord<typeof creative>
  readonly onSettings: () => void
}

function Sections({ record, onSettings }: SectionsProps): ReactNode {
  const { data } = useApiQuery(creativeEndpoints.materials, { params: { id: record.id } })
  return (
    <>
      <MaterialSection creativeId={record.id} locked={record.blocked?.update} />
      <PreviewPanel
        name={record.name}
        src={(query) => apiUrl(creativeEndpoints.preview, { params: { id: record.id }, query })}
        rules={data?.rules ?? null}
        state={record.version}
      />
      <SettingsSection onChange={onSettings} />
      <RevisionSection record={record} />
    </>
  )
}

/** What to do about a rejection, shown before everything else; the reason is right below. */
function ReviewNotice({ record }: { record: ResourceRecord<typeof creative> }): ReactNode {
  const t = useScreenText()
  const mayMend = useMay('creative.update')
  const status = record.status
  const lacks = record.blocked?.apply
  if (mayMend && status === 'DRAFT' && lacks !== undefined) {
    return (
      <Panel title={t('lacks_notice')}>
        <p>{lacks}</p>
      </Panel>
    )
  }
  if (!mayMend || (status !== 'REJECTED' && status !== 'POST_REJECTED')) return null
  return (
    <Panel title={t(status === 'REJECTED' ? 'rejected_notice' : 'stopped_notice')}>
      <p>{status === 'REJECTED' ? t('mend') : record.blocked?.update}</p>
    </Panel>
  )
}

/** A creative with its materials, preview, settings and revisions; `?settings=1` opens the form for fields that need no review. */
export default function CreativeDetailScreen() {
  const { id = '' } = useRouteParams<'creative.detail'>()
  const [search, setSearch] = useAddressQuery()
  const followed = useFormatInName()
  if (search.get('settings') === '1') return <SettingsForm id={id} onDone={() => setSearch(() => new URLSearchParams())} />
  return (
    <OwnInputs resource={creative} inputs={creativeInputs}>
      <ResourceDetail resource={creative} endpoints={creativeEndpoints} listRoute="creative.list" lead={ReviewNotice} followed={followed}>
        {(record) => <Sections record={record} onSettings={() => setSearch(() => new URLSearchParams({ settings: '1' }))} />}
      </ResourceDetail>
    </OwnInputs>
  )
}
