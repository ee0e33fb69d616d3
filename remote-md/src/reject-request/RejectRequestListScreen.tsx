import { rejectRequest, rejectRequestEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: '掲載広告の画面から掲載拒否を申請すると、ここに表示されます。',
  en: 'Requests appear here once one was filed from an advertisement.',
}

export default listScreen({
  resource: rejectRequest,
  endpoints: rejectRequestEndpoints,
  detailRoute: 'reject_request.detail',
  createRoute: null,
  emptyHint,
})
