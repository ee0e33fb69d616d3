import { useMay } from '@adsite/auth'
import { adArticle, adArticleEndpoints, adWhitelist, adWhitelistEndpoints } from '@adsite/contract'
import { Icon, lazyDialog, SectionList } from '@adsite/screen-kit'
import { mdiPlus } from '@mdi/js'
import { Button, Tabs } from 'antd'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import styles from '../base/ad.module.css'
import { useAdText } from '../base/texts.ts'

const AddPlaceDialog = lazyDialog(
  () => import('./AddPlaceDialog.tsx'),
  ({ onClose }) => onClose(),
)

/** Where the ad may be shown (whitelist), and the articles it is shown in, on two tabs whose state is in the URL. */
export function AdPlaces({ adId }: { adId: number }): ReactNode {
  const t = useAdText()
  const mayChange = useMay('ad_whitelist.update')
  const [search, setSearch] = useSearchParams()
  const [adding, setAdding] = useState<'whitelist' | 'articles' | null>(null)
  const tab = search.get('tab') === 'articles' ? 'articles' : 'whitelist'
  const fixed = { ad_id: String(adId) }
  const button = (what: 'whitelist' | 'articles') =>
    mayChange ? (
      <Button icon={<Icon path={mdiPlus} />} onClick={() => setAdding(what)}>
        {t(what === 'whitelist' ? 'add_place' : 'add_article')}
      </Button>
    ) : null
  return (
    <div className={styles.tabs}>
      <Tabs
        activeKey={tab}
        onChange={(key) => setSearch({ tab: key })}
        items={[
          {
            key: 'whitelist',
            label: t('tab_whitelist'),
            children: (
              <div className={styles.stack}>
                <p className={styles.muted}>{t('whitelist_hint')}</p>
                <SectionList
                  resource={adWhitelist}
                  endpoints={adWhitelistEndpoints}
                  prefix="w."
                  fixed={fixed}
                  detailRoute={null}
                  emptyHint={mayChange ? t('whitelist_empty') : ''}
                  action={button('whitelist')}
                />
              </div>
            ),
          },
          {
            key: 'articles',
            label: t('tab_articles'),
            children: (
              <div className={styles.stack}>
                <p className={styles.muted}>{t('articles_hint')}</p>
                <SectionList
                  resource={adArticle}
                  endpoints={adArticleEndpoints}
                  prefix="a."
                  fixed={fixed}
                  detailRoute={null}
                  emptyHint={mayChange ? t('articles_empty') : ''}
                  action={button('articles')}
                />
              </div>
            ),
          },
        ]}
      />
      {adding ? <AddPlaceDialog adId={adId} what={adding} onClose={() => setAdding(null)} /> : null}
    </div>
  )
}
