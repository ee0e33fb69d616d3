import { frame, frameEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'

export default function FrameDetailScreen() {
  return <ResourceDetail resource={frame} endpoints={frameEndpoints} listRoute="frame.list" />
}
