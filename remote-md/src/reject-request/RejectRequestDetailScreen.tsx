import { useApiQuery } from '@adsite/api-client'
import { advertisementEndpoints, rejectRequest, rejectRequestEndpoints, type ResourceRecord } from '@adsite/contract'
import { ActionFacts, PartFailure, ResourceDetail, useDecisionFacts } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { AdvertisementPreview } from '../advertisement/AdvertisementPreview.tsx'

interface SubjectProps {
  readonly record: ResourceRecord<typeof rejectRequest>
}

function useSubject({ record }: SubjectProps) {
  const { data, error, refetch } = useApiQuery(advertisementEndpoints.get, { params: { id: record.advertisement_id } })
  const failure = error && !data ? <PartFailure error={error} retry={() => void refetch()} /> : null
  return { subject: data?.data, failure }
}

/** The subject of the request, for the decision. */
function Subject({ record }: SubjectProps): ReactNode {
  const { subject, failure } = useSubject({ record })
  return subject ? <AdvertisementPreview id={record.advertisement_id} record={subject} /> : failure
}

/** In the dialog of the decision, which waits for the subject on the page behind. */
function SubjectShown({ record }: SubjectProps): ReactNode {
  const { subject, failure } = useSubject({ record })
  useDecisionFacts(!subject && !failure)
  return failure
}

const facts = { accept: SubjectShown, decline: SubjectShown }

export default function RejectRequestDetailScreen() {
  return (
    <ActionFacts resource={rejectRequest} facts={facts}>
      <ResourceDetail resource={rejectRequest} endpoints={rejectRequestEndpoints} listRoute="reject_request.list">
        {(record) => <Subject record={record} />}
      </ResourceDetail>
    </ActionFacts>
  )
}
