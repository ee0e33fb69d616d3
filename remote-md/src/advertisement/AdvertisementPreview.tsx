import { apiUrl } from '@adsite/api-client'
import { advertisementEndpoints } from '@adsite/contract'
import { PreviewPanel, type KitRecord } from '@adsite/screen-kit'
import type { ReactNode } from 'react'

/** What is shown of an advertisement; `record` has its name and the form of its creative. */
export function AdvertisementPreview({ id, record }: { id: number; record: KitRecord }): ReactNode {
  const kind = record['creative_kind'] as string | null
  const size = { width: record['creative_width'] as number | null, height: record['creative_height'] as number | null }
  return (
    <PreviewPanel
      name={String(record['name'])}
      src={(query) => apiUrl(advertisementEndpoints.preview, { params: { id }, query })}
      rules={kind === null ? null : { kind, ...size }}
      state={record.version}
    />
  )
}
