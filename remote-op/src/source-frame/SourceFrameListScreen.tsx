import { sourceFrame, sourceFrameEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: '取込元のファイルにある枠の名称（「#12」など）が、本システムのどの配信枠かを登録します。',
  en: 'Maps a source’s own frame names, such as "#12", to our frames.',
}

export default listScreen({
  resource: sourceFrame,
  endpoints: sourceFrameEndpoints,
  detailRoute: 'source_frame.detail',
  createRoute: 'source_frame.create',
  emptyHint,
})
