import { apiUrl } from '@adsite/api-client'
import { advertisementEndpoints, advertisement, type ResourceRecord } from '@adsite/contract'
import { PreviewPanel } from '@adsite/screen-kit'
import type { ReactNode } from 'react'

/** Preview of an advertisement; `record` contains its name and its creative's format. */
export function AdvertisementPreview({ id, record }: { id: number; record: ResourceRecord<typeof advertisement> }): ReactNode {
  const kind = record.creative_kind
  const size = { width: record.creative_width, height: record.creative_height }
  return (
    <PreviewPanel
      name={record.name}
      src={(query) => apiUrl(advertisementEndpoints.preview, { params: { id }, query })}
      rules={kind === null ? null : { kind, ...size }}
      state={record.version}
    />
  )
}
