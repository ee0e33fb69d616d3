import { sourceFrame, sourceFrameEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function SourceFrameCreateScreen() {
  return (
    <ResourceCreate
      resource={sourceFrame}
      endpoints={sourceFrameEndpoints}
      detailRoute="source_frame.detail"
      listRoute="source_frame.list"
    />
  )
}
