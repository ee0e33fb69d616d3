import { useApiQuery } from '@adsite/api-client'
import { adArticle, adArticleEndpoints, adArticleStatuses } from '@adsite/contract'
import { Panel, type KitRecord } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { Places } from '../advertisement/Places.tsx'
import styles from '../md.module.css'
import { useScreenText } from '../texts.ts'

/** The ads that name an article: excluded from it, or served in it. */
export function ArticleAds({ articleId }: { articleId: number }): ReactNode {
  const t = useScreenText()
  const { data, error, refetch } = useApiQuery(adArticleEndpoints.list, { query: { article_id: String(articleId), limit: '100' } })
  const rows = data?.data as unknown as readonly KitRecord[] | undefined
  return (
    <Panel title={t('article_ads')} busy={!data && !error} failure={error && !data ? { error, retry: () => void refetch() } : null}>
      {rows?.length === 0 ? <p className={styles.muted}>{t('article_ads_none')}</p> : null}
      {rows && rows.length > 0 ? (
        <Places
          resource={adArticle}
          endpoints={adArticleEndpoints}
          statuses={adArticleStatuses}
          rows={rows}
          nameOf={({ refs }) => refs['ad_id'] ?? ''}
        />
      ) : null}
    </Panel>
  )
}
