import { article, articleEndpoints } from '@adsite/contract'
import { listScreen } from '@adsite/screen-kit'

const emptyHint = {
  ja: '記事を登録すると、広告ごとに掲載の対象から除外できます。',
  en: 'Once an article is registered, ads can be excluded from it.',
}

export default listScreen({
  resource: article,
  endpoints: articleEndpoints,
  detailRoute: 'article.detail',
  createRoute: 'article.create',
  emptyHint,
})
