import { article, articleEndpoints } from '@adsite/contract'
import { ResourceCreate } from '@adsite/screen-kit'

export default function ArticleCreateScreen() {
  return <ResourceCreate resource={article} endpoints={articleEndpoints} detailRoute="article.detail" listRoute="article.list" />
}
