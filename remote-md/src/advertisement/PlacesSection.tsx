import { call, refreshed } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import {
  adArticle,
  adArticleEndpoints,
  adArticleStatuses,
  adWhitelist,
  adWhitelistEndpoints,
  adWhitelistStatuses,
  type advertisement,
  type ResourceRecord,
  may,
  referenceEndpoint,
} from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { LinkButton, Panel, ReferenceSelect, WriteButton } from '@adsite/screen-kit'
import { Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import styles from '../base/md.module.css'
import { excludeFrom } from './exclude-from.ts'
import { Places, usePlaces, type PlaceRecord } from './Places.tsx'
import { useScreenText } from '../base/texts.ts'

const nameOf = (row: PlaceRecord) => ('name' in row ? row.name : row.title)

/** Excludes the ad from one of the group's own articles. */
function ExcludeArticle({ adId }: { adId: number }): ReactNode {
  const t = useScreenText()
  const shell = useShell()
  const [chosen, setChosen] = useState<number[]>([])
  const [article_id] = chosen
  const [excluding, setExcluding] = useState(false)

  async function exclude(): Promise<void> {
    if (article_id === undefined) return
    setExcluding(true)
    const { done } = await shell.run(() =>
      excludeFrom(adArticleEndpoints, { ad_id: String(adId), article_id: String(article_id) }, () =>
        call(adArticleEndpoints.create, { body: { ad_id: adId, article_id, status: 'EXCLUDED' } }),
      ),
    )
    await refreshed()
    setExcluding(false)
    if (!done) return
    setChosen([])
    shell.alert('success', [t('article_excluded')], { autoClose: true })
  }

  return (
    <div className={styles.choose}>
      <ReferenceSelect
        endpoint={referenceEndpoint('article')}
        value={chosen}
        onChange={setChosen}
        multiple={false}
        placeholder={t('article_choose')}
        label={t('article_choose')}
      />
      <WriteButton disabled={article_id === undefined} loading={excluding} onClick={() => void exclude()}>
        {t('article_exclude')}
      </WriteButton>
      <LinkButton href={shell.href('article.create')}>{t('article_create')}</LinkButton>
    </div>
  )
}

/** Where the ad may and may not be shown on these media: whitelist and articles, with their actions. */
export function PlacesSection({ record }: { record: ResourceRecord<typeof advertisement> }): ReactNode {
  const t = useScreenText()
  const role = useRole()
  const adId = record.ad_id
  const query = { ad_id: String(adId) }
  const whitelist = usePlaces(adWhitelistEndpoints, query)
  const articles = usePlaces(adArticleEndpoints, query)
  const listed = whitelist.answer?.data ?? []
  const shown = articles.answer?.data ?? []
  const error = (whitelist.answer ? null : whitelist.error) ?? (articles.answer ? null : articles.error)

  return (
    <Panel
      title={t('exclusions')}
      busy={!error && !(whitelist.answer && articles.answer)}
      failure={error ? { error, retry: () => void Promise.all([whitelist.refetch(), articles.refetch()]) } : null}
    >
      {whitelist.answer && articles.answer ? null : <Skeleton active title={false} paragraph={{ rows: 1, width: '100%' }} />}
      {whitelist.answer && articles.answer && listed.length + shown.length === 0 ? (
        <p className={styles.muted}>{t('exclusions_none')}</p>
      ) : null}
      {listed.length > 0 ? (
        <>
          <h3 className={styles.subtitle}>{t('whitelist')}</h3>
          <Places resource={adWhitelist} endpoints={adWhitelistEndpoints} statuses={adWhitelistStatuses} query={query} nameOf={nameOf} />
        </>
      ) : null}
      {shown.length > 0 ? (
        <>
          <h3 className={styles.subtitle}>{t('articles')}</h3>
          <Places resource={adArticle} endpoints={adArticleEndpoints} statuses={adArticleStatuses} query={query} nameOf={nameOf} />
        </>
      ) : null}
      {may(role, 'ad_article.update') ? <ExcludeArticle adId={adId} /> : null}
    </Panel>
  )
}
