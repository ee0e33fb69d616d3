import { useApiQuery } from '@adsite/api-client'
import { informationEndpoints, informationTypes, type ViewedInformationItem } from '@adsite/contract'
import { formatDate, useLanguage, useLocalize } from '@adsite/i18n'
import { LoadFailure, Notice, StateTag, useAddressQuery } from '@adsite/screen-kit'
import { Button, Checkbox, Select } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Crumbs } from '../page/Crumbs.tsx'
import { useArrival } from '../page/use-arrival.ts'
import { usePageTitle } from '../page/use-page-title.ts'
import { useCommonText } from '../base/use-shell-text.ts'
import styles from './information.module.css'
import { queryOf, readAddress, writeAddress, type ListAddress, type PageCursor } from './list-address.ts'
import { useInformationText } from './texts.ts'

const waitingRows = [1, 2, 3, 4, 5, 6]

function Row({ item }: { item: ViewedInformationItem }): ReactNode {
  const text = useInformationText()
  const language = useLanguage()
  const type = informationTypes.items.find(({ key }) => key === item.type)
  return (
    <li className={styles.row} data-unconfirmed={!item.confirmed}>
      <span className={styles.tags}>
        {type && <StateTag choice={type} />}
        {item.is_important && <span className={styles.important}>{text('important')}</span>}
      </span>
      <Link to={`/information/${item.id}`} className={styles.link}>
        {item.title}
      </Link>
      <span className={styles.mark}>{item.confirmed ? text('confirmed') : text('unconfirmed')}</span>
      <time className={styles.date} dateTime={item.publish_from}>
        {formatDate(item.publish_from, language)}
      </time>
    </li>
  )
}

function WaitingRows(): ReactNode {
  return (
    <>
      <output className="visually-hidden">{useCommonText()('loading')}</output>
      <ul className={styles.rows} aria-busy="true" aria-hidden="true">
        {waitingRows.map((row) => (
          <li key={row} className={styles.row}>
            <span className={styles.bone} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface PagingProps {
  readonly page: { readonly next: string | null; readonly previous: string | null }
  /** True while the next page is loading, when the cursors still belong to the previous one. */
  readonly outdated: boolean
  readonly go: (cursor: PageCursor) => void
}

function Paging({ page: { next, previous }, outdated, go }: PagingProps): ReactNode {
  const text = useInformationText()
  if (previous === null && next === null) return null
  return (
    <nav className={styles.paging} aria-label={text('pages')}>
      <Button disabled={outdated || previous === null} onClick={() => previous !== null && go({ side: 'before', at: previous })}>
        {text('previous')}
      </Button>
      <Button disabled={outdated || next === null} onClick={() => next !== null && go({ side: 'after', at: next })}>
        {text('next')}
      </Button>
    </nav>
  )
}

interface NothingProps {
  readonly address: ListAddress
  readonly change: (news: Partial<ListAddress>) => void
}

/** An old link may point to a page that no longer exists, so the first page is offered. */
function Nothing({ address, change }: NothingProps): ReactNode {
  const text = useInformationText()
  const narrowed = address.type !== null || address.unconfirmed
  if (address.cursor) {
    return (
      <Notice title={text('page_gone')}>
        <Button onClick={() => change({})}>{text('first')}</Button>
      </Notice>
    )
  }
  return (
    <Notice title={text(narrowed ? 'no_match' : 'empty')}>
      {narrowed && <Button onClick={() => change({ type: null, unconfirmed: false })}>{text('clear')}</Button>}
    </Notice>
  )
}

/** /information (spec/site "Base layout"): announcements published for the role, newest first. */
export default function InformationListScreen(): ReactNode {
  const text = useInformationText()
  const localize = useLocalize()
  const [search, setSearch] = useAddressQuery()
  const address = readAddress(search)
  const { data, error, refetch, isPlaceholderData } = useApiQuery(
    informationEndpoints.viewList,
    { query: queryOf(address) },
    { keepPrevious: true },
  )
  usePageTitle(text('title'))
  useArrival('/information')
  const change = (news: Partial<ListAddress>) => setSearch((current) => writeAddress({ ...readAddress(current), cursor: null, ...news }))
  // A cursor applies only to the list it came from, not to one requested since.
  const go = (cursor: PageCursor) =>
    setSearch((current) => (String(current) === String(search) ? writeAddress({ ...address, cursor }) : current))

  return (
    <>
      <Crumbs page={text('title')} />
      <h1>{text('title')}</h1>
      <div className={styles.filters}>
        <Select<NonNullable<ListAddress['type']> | ''>
          aria-label={text('type')}
          className={styles.type}
          value={address.type ?? ''}
          options={[
            { value: '', label: text('all_types') },
            ...informationTypes.items.map(({ key, label }) => ({ value: key, label: localize(label) })),
          ]}
          onChange={(type) => change({ type: type === '' ? null : type })}
        />
        <Checkbox checked={address.unconfirmed} onChange={({ target }) => change({ unconfirmed: target.checked })}>
          {text('only_unconfirmed')}
        </Checkbox>
      </div>
      {error && !data ? (
        <LoadFailure error={error} retry={() => void refetch()} />
      ) : (
        <section className={styles.panel} aria-busy={isPlaceholderData}>
          {!data ? (
            <WaitingRows />
          ) : data.data.length === 0 ? (
            <Nothing address={address} change={change} />
          ) : (
            <ul className={styles.rows}>
              {data.data.map((item) => (
                <Row key={item.id} item={item} />
              ))}
            </ul>
          )}
        </section>
      )}
      {data && <Paging page={data.page} outdated={isPlaceholderData} go={go} />}
    </>
  )
}
