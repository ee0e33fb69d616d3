import { information, informationEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'
import { AttachmentSection } from './AttachmentSection.tsx'

export default function InformationDetailScreen() {
  return (
    <ResourceDetail resource={information} endpoints={informationEndpoints} listRoute="information.list">
      {({ id }) => <AttachmentSection informationId={id} />}
    </ResourceDetail>
  )
}
