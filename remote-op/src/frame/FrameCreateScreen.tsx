import { frame, frameEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function FrameCreateScreen() {
  return <ResourceCreate resource={frame} endpoints={frameEndpoints} detailRoute="frame.detail" listRoute="frame.list" />
}
