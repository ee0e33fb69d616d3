import { useApiQuery } from '@adsite/api-client'
import { creativeEndpoints, type creative, type PreviewDevice, type ResourceRecord } from '@adsite/contract'
import { formatCount, useLanguage } from '@adsite/i18n'
import { DeviceChoice, LoadFailure, Notice, Page, Panel, sticksToTop, usePlaceFocus, WriteButton } from '@adsite/screen-kit'
import { mdiCheckAll } from '@mdi/js'
import { Button, Checkbox, type CheckboxRef } from 'antd'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import styles from '../base/creative.module.css'
import { ReviewCard } from './ReviewCard.tsx'
import { useScreenText } from '../base/texts.ts'
import { useBulkApproval } from './use-bulk-approval.ts'

type Shown = ResourceRecord<typeof creative>

/** The data of creatives that were applied for, the oldest first; page and device are in the address. */
export default function ReviewScreen() {
  const t = useScreenText()
  const language = useLanguage()
  const [search, setSearch] = useSearchParams()
  const after = search.get('after')
  const device: PreviewDevice = search.get('device') === 'phone' ? 'phone' : 'desktop'
  const query = { status: 'APPLIED', sort: 'applied_at', limit: '20', ...(after === null ? {} : { after }) } as const
  const { data, error, refetch } = useApiQuery(creativeEndpoints.list, { query }, { keepPrevious: true })
  /** The versions that were chosen, by id. */
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map())
  const chooseAll = useRef<CheckboxRef>(null)
  const pressed = useRef<EventTarget>(null)
  const bulk = useBulkApproval(() => {
    // The pressed button cannot keep the focus: without a choice it is disabled.
    if (document.activeElement === pressed.current) chooseAll.current?.focus()
    setChosen(new Map())
  })
  const rows = data?.data ?? []
  const content = usePlaceFocus()
  // One that was decided since is no longer on the page, and the choice of one that was replaced ends.
  const isChosen = ({ id, version }: Shown) => chosen.get(id) === version
  const selected = rows.filter(isChosen)

  function change(name: 'after' | 'device', value: string | null): void {
    setSearch((current) => {
      const next = new URLSearchParams(current)
      if (value === null) next.delete(name)
      else next.set(name, value)
      return next
    })
  }

  function choose(records: readonly Shown[], on: boolean): void {
    const next = new Map(chosen)
    for (const { id, version } of records) {
      if (on) next.set(id, version)
      else next.delete(id)
    }
    setChosen(next)
  }

  return (
    <Page
      title={t('review_title')}
      actions={<DeviceChoice value={device} onChange={(value) => change('device', value === 'desktop' ? null : value)} />}
    >
      <section ref={content} className={styles.content}>
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
            <div className={styles.queueBar} ref={sticksToTop}>
              <Checkbox
                ref={chooseAll}
                checked={selected.length === rows.length}
                indeterminate={selected.length > 0 && selected.length < rows.length}
                onChange={({ target }) => choose(rows, target.checked)}
              >
                {t('choose_all')}
              </Checkbox>
              <span className={styles.small}>
                {t('review_count', { total: `${formatCount(data.page.total, language)}${data.page.capped ? '+' : ''}` })}
              </span>
              <WriteButton
                type="primary"
                disabled={selected.length === 0}
                loading={bulk.running}
                onClick={({ currentTarget }) => {
                  pressed.current = currentTarget
                  void bulk.approve(selected)
                }}
              >
                {selected.length === 0 ? t('approve_none_chosen') : t('approve_chosen', { count: selected.length })}
              </WriteButton>
            </div>
            <ul className={styles.queue}>
              {rows.map((record) => (
                <li key={record.id}>
                  <ReviewCard record={record} device={device} chosen={isChosen(record)} onChoose={(on) => choose([record], on)} />
                </li>
              ))}
            </ul>
            <div className={styles.pages}>
              {after === null ? null : <Button onClick={() => change('after', null)}>{t('first_page')}</Button>}
              {data.page.next === null ? null : <Button onClick={() => change('after', data.page.next)}>{t('next_page')}</Button>}
            </div>
          </>
        ) : null}
      </section>
    </Page>
  )
}
