import { invitationRecordEndpoints, revocableInvitation } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: 'ユーザー一覧の「ユーザーを招待」から招待メールを送信できます。',
  en: 'Invitations are sent from the list of users.',
}

export default listScreen({
  resource: revocableInvitation,
  endpoints: invitationRecordEndpoints,
  detailRoute: 'invitation.detail',
  createRoute: null,
  emptyHint,
})
