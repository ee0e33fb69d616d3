import { useApiQuery } from '@adsite/api-client'
import { creativeEndpoints, type PreviewDevice } from '@adsite/contract'
import { DeviceChoice, LoadFailure, Notice, Page, Panel, WriteButton } from '@adsite/screen-kit'
import { mdiCheckAll } from '@mdi/js'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import styles from '../base/creative.module.css'
import { ReviewCard } from './ReviewCard.tsx'
import { useScreenText } from '../base/texts.ts'
import { useBulkApproval } from './use-bulk-approval.ts'

/** The data of creatives that were applied for, the oldest first; page and device are in the address. */
export default function ReviewScreen() {
  const t = useScreenText()
  const [search, setSearch] = useSearchParams()
  const after = search.get('after')
  const device: PreviewDevice = search.get('device') === 'phone' ? 'phone' : 'desktop'
  const query = { status: 'APPLIED', sort: 'applied_at' as const, limit: '20', ...(after === null ? {} : { after }) }
  const { data, error, refetch } = useApiQuery(creativeEndpoints.list, { query }, { keepPrevious: true })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const bulk = useBulkApproval(() => setChosen(new Set()))
  const rows = data?.data ?? []
  // Creatives decided meanwhile are no longer on the page.
  const ids = rows.map(({ id }) => id).filter((id) => chosen.has(id))

  function change(name: 'after' | 'device', value: string | null): void {
    setSearch((current) => {
      const next = new URLSearchParams(current)
      if (value === null) next.delete(name)
      else next.set(name, value)
      return next
    })
  }

  function choose(id: number, on: boolean): void {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }

  return (
    <Page
      title={t('review_title')}
      actions={<DeviceChoice value={device} onChange={(value) => change('device', value === 'desktop' ? null : value)} />}
    >
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Panel title={t('loading')} busy /> : null}
      {data && rows.length === 0 ? (
        <div className={styles.panel}>
          <Notice title={t('review_empty')} icon={mdiCheckAll}>
            <p>{t('review_empty_hint')}</p>
            {after === null ? null : <Button onClick={() => change('after', null)}>{t('first_page')}</Button>}
          </Notice>
        </div>
      ) : null}
      {rows.length > 0 && data ? (
        <>
          <div className={styles.queueBar}>
            <Checkbox
              checked={ids.length === rows.length}
              indeterminate={ids.length > 0 && ids.length < rows.length}
              onChange={({ target }) => setChosen(new Set(target.checked ? rows.map(({ id }) => id) : []))}
            >
              {t('choose_all')}
            </Checkbox>
            <span className={styles.small}>{t('review_count', { total: data.page.total })}</span>
            <WriteButton type="primary" disabled={ids.length === 0} loading={bulk.running} onClick={() => void bulk.approve(ids)}>
              {t('approve_chosen', { count: ids.length })}
            </WriteButton>
          </div>
          {rows.map((record) => (
            <ReviewCard
              key={record.id}
              record={record}
              device={device}
              chosen={chosen.has(record.id)}
              onChoose={(on) => choose(record.id, on)}
            />
          ))}
          <div className={styles.pages}>
            {after === null ? null : <Button onClick={() => change('after', null)}>{t('first_page')}</Button>}
            {data.page.next === null ? null : <Button onClick={() => change('after', data.page.next)}>{t('next_page')}</Button>}
          </div>
        </>
      ) : null}
    </Page>
  )
}
