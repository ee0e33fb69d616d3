import { useApiMutation, useApiQuery } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import {
  adArticle,
  adArticleEndpoints,
  adArticleStatuses,
  adWhitelist,
  adWhitelistEndpoints,
  adWhitelistStatuses,
  may,
  referenceEndpoint,
  type AnyResource,
  type Choices,
  type Endpoint,
} from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { Panel, RecordActions, ReferenceSelect, StateTag, type KitRecord } from '@adsite/screen-kit'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import styles from '../md.module.css'
import { useScreenText } from '../texts.ts'

interface PlacesProps {
  readonly title: string
  readonly resource: AnyResource
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly statuses: Choices
  readonly rows: readonly KitRecord[]
}

function Places({ title, resource, endpoints, statuses, rows }: PlacesProps): ReactNode {
  if (rows.length === 0) return null
  return (
    <>
      <h3 className={styles.subtitle}>{title}</h3>
      <ul className={styles.rows}>
        {rows.map((row) => {
          const status = statuses.items.find(({ key }) => key === row['status'])
          return (
            <li key={row.id} className={styles.row}>
              <span className={styles.name}>{String(row[resource.title])}</span>
              {status ? <StateTag choice={status} /> : null}
              <RecordActions resource={resource} endpoints={endpoints as never} record={row} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Keeps an article of one's own free of the ad. */
function ExcludeArticle({ adId }: { adId: number }): ReactNode {
  const t = useScreenText()
  const shell = useShell()
  const [chosen, setChosen] = useState<number[]>([])
  const create = useApiMutation(adArticleEndpoints.create, { invalidates: ['/api/ad-article'] })

  async function exclude(): Promise<void> {
    await shell.run(async () => {
      await create.mutateAsync({ body: { ad_id: adId, article_id: chosen[0]!, status: 'EXCLUDED' } })
      setChosen([])
      shell.alert('success', [t('article_excluded')], { autoClose: true })
    })
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
      <Button disabled={chosen.length === 0} loading={create.isPending} onClick={() => void exclude()}>
        {t('article_exclude')}
      </Button>
    </div>
  )
}

/** Where the ad may and may not be shown on these media: whitelist and articles, each with what can be done about it. */
export function PlacesSection({ record }: { record: KitRecord }): ReactNode {
  const t = useScreenText()
  const role = useRole()
  const adId = record['ad_id'] as number
  const query = { query: { ad_id: String(adId), limit: '100' as const } }
  const whitelist = useApiQuery(adWhitelistEndpoints.list, query)
  const articles = useApiQuery(adArticleEndpoints.list, query)
  const listed = (whitelist.data?.data ?? []) as unknown as readonly KitRecord[]
  const shown = (articles.data?.data ?? []) as unknown as readonly KitRecord[]
  const error = whitelist.error ?? articles.error
  return (
    <Panel
      title={t('exclusions')}
      busy={whitelist.isLoading || articles.isLoading}
      failure={error ? { error, retry: () => void Promise.all([whitelist.refetch(), articles.refetch()]) } : null}
    >
      {whitelist.data && articles.data && listed.length + shown.length === 0 ? (
        <p className={styles.muted}>{t('exclusions_none')}</p>
      ) : null}
      <Places title={t('whitelist')} resource={adWhitelist} endpoints={adWhitelistEndpoints} statuses={adWhitelistStatuses} rows={listed} />
      <Places title={t('articles')} resource={adArticle} endpoints={adArticleEndpoints} statuses={adArticleStatuses} rows={shown} />
      {may(role, 'ad_article.update') ? <ExcludeArticle adId={adId} /> : null}
    </Panel>
  )
}
