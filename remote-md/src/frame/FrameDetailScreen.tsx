import { frame, frameEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'

/** A frame for the users of its media group; the page under /op is for the administrator (spec/site "Operations area"). */
export default function FrameDetailScreen() {
  return <ResourceDetail resource={frame} endpoints={frameEndpoints} listRoute="frame.list" />
}
