import { frame, frameEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: '配信枠は広告枠の中に作ります。まず広告枠を登録してください。',
  en: 'Frames lie in an ad space. Set one up first.',
}

export default listScreen({
  resource: frame,
  endpoints: frameEndpoints,
  detailRoute: 'frame.detail',
  createRoute: 'frame.create',
  importRoute: 'frame.import',
  emptyHint,
})
