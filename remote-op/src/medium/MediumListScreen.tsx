import { medium, mediumEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: '媒体は媒体社に属します。まず媒体社を登録してください。',
  en: 'Media belong to a publisher. Create one first.',
}

export default listScreen({
  resource: medium,
  endpoints: mediumEndpoints,
  detailRoute: 'medium.detail',
  createRoute: 'medium.create',
  importRoute: 'medium.import',
  emptyHint,
})
