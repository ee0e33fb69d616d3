import { adArticle, adArticleEndpoints, adArticleStatuses } from '@adsite/contract'
import { Panel } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { Places, usePlaces } from '../advertisement/Places.tsx'
import styles from '../base/md.module.css'
import { useScreenText } from '../base/texts.ts'

/** The ads with a row for an article, excluded or served. */
export function ArticleAds({ articleId }: { articleId: number }): ReactNode {
  const t = useScreenText()
  const query = { article_id: String(articleId) }
  const { answer, error, refetch } = usePlaces(adArticleEndpoints, query)
  return (
    <Panel title={t('article_ads')} busy={!answer && !error} failure={error && !answer ? { error, retry: () => void refetch() } : null}>
      {answer?.data.length === 0 ? <p className={styles.muted}>{t('article_ads_none')}</p> : null}
      {answer && answer.data.length > 0 ? (
        <Places
          resource={adArticle}
          endpoints={adArticleEndpoints}
          statuses={adArticleStatuses}
          query={query}
          nameOf={({ refs }) => refs['ad_id'] ?? ''}
        />
      ) : null}
    </Panel>
  )
}
