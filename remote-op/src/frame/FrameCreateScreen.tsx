import { useApiQuery } from '@adsite/api-client'
import { frame, frameEndpoints, spaceEndpoints } from '@adsite/contract'
import { ResourceCreate, type FormValue } from '@adsite/screen-kit'

/** A frame defaults to the size of its space, if known. */
function useSizeOfSpace([spaceId]: readonly FormValue[]): Readonly<Record<string, string>> {
  const known = typeof spaceId === 'number'
  const { data } = useApiQuery(spaceEndpoints.get, { params: { id: known ? spaceId : 0 } }, { enabled: known })
  const { width, height } = data?.data ?? {}
  return width && height ? { width: String(width), height: String(height) } : {}
}

const followed = { from: ['space_id'], useWanted: useSizeOfSpace }

export default function FrameCreateScreen() {
  return (
    <ResourceCreate resource={frame} endpoints={frameEndpoints} detailRoute="frame.detail" listRoute="frame.list" followed={followed} />
  )
}
