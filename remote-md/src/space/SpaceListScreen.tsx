import { space, spaceEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = { ja: '媒体に広告枠が設定されると、ここに表示されます。', en: 'Ad spaces appear here once they are set up for a medium.' }

export default listScreen({
  resource: space,
  endpoints: spaceEndpoints,
  detailRoute: 'space.detail',
  createRoute: 'space.create',
  emptyHint,
})
