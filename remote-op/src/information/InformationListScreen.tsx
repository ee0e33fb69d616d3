import { information, informationEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'
import { title } from './title.ts'

const emptyHint = {
  ja: '登録したお知らせは、対象のロールのダッシュボードとお知らせ一覧に表示されます。',
  en: 'Announcements appear on the dashboard and in the list of the roles they are for.',
}

export default listScreen({
  resource: information,
  endpoints: informationEndpoints,
  detailRoute: 'information.detail',
  title,
  createRoute: 'information.create',
  emptyHint,
})
