import { creativeGroup, creativeGroupEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: 'グループを登録し、クリエイティブを入れて、広告から選んでください。',
  en: 'Create a group, put creatives into it, and choose it in an ad.',
}

export default listScreen({
  resource: creativeGroup,
  endpoints: creativeGroupEndpoints,
  detailRoute: 'creative_group.detail',
  createRoute: 'creative_group.create',
  emptyHint,
})
