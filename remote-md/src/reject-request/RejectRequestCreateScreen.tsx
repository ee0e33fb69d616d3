import { rejectRequest, rejectRequestEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

const texts = {
  title: { ja: '掲載拒否の申請', en: 'File a reject request' },
  submit: { ja: '申請する', en: 'File the request' },
  done: { ja: '掲載拒否を申請しました', en: 'The reject request was filed.' },
}

export default function RejectRequestCreateScreen() {
  return (
    <ResourceCreate
      resource={rejectRequest}
      endpoints={rejectRequestEndpoints}
      detailRoute="reject_request.detail"
      listRoute="reject_request.list"
      texts={texts}
    />
  )
}
