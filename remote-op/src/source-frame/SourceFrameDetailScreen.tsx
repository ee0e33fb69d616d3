import { sourceFrame, sourceFrameEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'

export default function SourceFrameDetailScreen() {
  return <ResourceDetail resource={sourceFrame} endpoints={sourceFrameEndpoints} listRoute="source_frame.list" />
}
