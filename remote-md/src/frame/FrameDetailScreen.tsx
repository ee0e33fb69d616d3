import { frame, frameEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'

/** A frame for those whose media it is in: its page under /op is the administrator's (spec/site "Operations area"). */
export default function FrameDetailScreen() {
  return <ResourceDetail resource={frame} endpoints={frameEndpoints} listRoute="frame.list" />
}
