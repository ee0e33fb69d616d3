import { ad, adEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'
import { AdLabelTool } from '../label/LabelTool.tsx'

/** The ads of all campaigns that the role may see. */
export default listScreen({
  resource: ad,
  endpoints: adEndpoints,
  bulkTool: AdLabelTool,
  detailRoute: 'ad.detail',
  createRoute: 'ad.create',
  emptyHint: { ja: 'キャンペーンを選んで、最初の広告を登録してください。', en: 'Choose a campaign and create its first ad.' },
})
