import { creative, creativeEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: 'フォーマットと文言を決めて登録し、素材を入れて申請してください。',
  en: 'Create one with a format and texts, add materials, and submit it for review.',
}

export default listScreen({
  resource: creative,
  endpoints: creativeEndpoints,
  detailRoute: 'creative.detail',
  createRoute: 'creative.create',
  emptyHint,
})
