import { apiUrl, useApiQuery } from '@adsite/api-client'
import { creative, creativeEndpoints } from '@adsite/contract'
import { OwnInputs, PreviewPanel, ResourceDetail, type KitRecord } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { MaterialSection } from './MaterialSection.tsx'
import { creativeInputs } from './own-inputs.ts'
import { RevisionSection } from './RevisionSection.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsSection } from './SettingsSection.tsx'

interface SectionsProps {
  readonly record: KitRecord
  readonly onSettings: () => void
}

function Sections({ record, onSettings }: SectionsProps): ReactNode {
  const { data } = useApiQuery(creativeEndpoints.materials, { params: { id: record.id } })
  return (
    <>
      <MaterialSection creativeId={record.id} locked={record.blocked?.['update']} />
      <PreviewPanel
        name={String(record['name'])}
        src={(query) => apiUrl(creativeEndpoints.preview, { params: { id: record.id }, query })}
        rules={data?.rules ?? null}
        state={record.version}
      />
      <SettingsSection onChange={onSettings} />
      <RevisionSection record={record} />
    </>
  )
}

/** A creative with its materials, preview, settings and revisions; `?settings=1` is the form of what needs no review. */
export default function CreativeDetailScreen() {
  const { id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  if (search.get('settings') === '1') return <SettingsForm id={id} onDone={() => setSearch({})} />
  return (
    <OwnInputs value={creativeInputs}>
      <ResourceDetail resource={creative} endpoints={creativeEndpoints} listRoute="creative.list">
        {(record) => <Sections record={record} onSettings={() => setSearch({ settings: '1' })} />}
      </ResourceDetail>
    </OwnInputs>
  )
}
