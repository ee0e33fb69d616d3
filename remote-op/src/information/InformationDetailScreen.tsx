import { information, informationEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'
import { AttachmentSection } from './AttachmentSection.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import { ReaderSection } from './ReaderSection.tsx'

export default function InformationDetailScreen() {
  return (
    <ResourceDetail resource={information} endpoints={informationEndpoints} listRoute="information.list">
      {(record) => (
        <>
          {record.is_draft ? <DraftNotice record={record} /> : null}
          <AttachmentSection informationId={record.id} />
          <ReaderSection informationId={record.id} />
        </>
      )}
    </ResourceDetail>
  )
}
