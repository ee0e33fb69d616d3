import { article, articleEndpoints } from '@adsite/contract'
import { ResourceDetail } from '@adsite/screen-kit'
import { ArticleAds } from './ArticleAds.tsx'

export default function ArticleDetailScreen() {
  return (
    <ResourceDetail resource={article} endpoints={articleEndpoints} listRoute="article.list">
      {({ id }) => <ArticleAds articleId={id} />}
    </ResourceDetail>
  )
}
