import { useApiQuery } from '@adsite/api-client'
import { frame, frameEndpoints, spaceEndpoints } from '@adsite/contract'
import { ResourceCreate, type Followed } from '@adsite/screen-kit'

/** A frame defaults to the size of its space, if known. */
const sizeOfSpace: Followed<typeof frame> = {
  from: ['space_id'],
  useWanted: ([spaceId]) => {
    const known = typeof spaceId === 'number'
    const { data } = useApiQuery(spaceEndpoints.get, { params: { id: known ? spaceId : 0 } }, { enabled: known })
    const { width, height } = data?.data ?? {}
    return width && height ? { width: String(width), height: String(height) } : {}
  },
}

export default function FrameCreateScreen() {
  return (
    <ResourceCreate resource={frame} endpoints={frameEndpoints} detailRoute="frame.detail" listRoute="frame.list" followed={sizeOfSpace} />
  )
}
