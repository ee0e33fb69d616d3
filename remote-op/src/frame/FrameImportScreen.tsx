import { frame, frameEndpoints } from '@adsite/contract'
import { ResourceImport } from '@adsite/screen-kit'

export default function FrameImportScreen() {
  return <ResourceImport resource={frame} endpoints={frameEndpoints} listRoute="frame.list" />
}
