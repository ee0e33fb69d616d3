import { notificationKinds, notificationText, informationTypes, type Notification, type ViewedInformationItem } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { useShell, type Outcome } from '@adsite/remote'
import { usePlaceFocus, useReadOnly } from '@adsite/screen-kit'
import { useAtomValue } from 'jotai'
import { useId, useState, type ComponentType, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { showAlert } from '../alert/alert-state.ts'
import { BusyButton } from '../element/BusyButton.tsx'
import { confirmInformation, confirmNotification, noticesAtom, readNotices, type Reading } from '../notification/notice-state.ts'
import { useNoticeText } from '../notification/texts.ts'
import { Card, CardEmpty, CardFailure, CardWaiting } from './Card.tsx'
import cardStyles from './Card.module.css'
import styles from './CardLists.module.css'

interface ListProps<T> {
  readonly entries: readonly T[]
  readonly titleOf: (entry: T) => string
  readonly Line: ComponentType<{ entry: T }>
  readonly confirm: (id: number) => Promise<Outcome<unknown>>
}

/** Entries with their 確認済みにする button. */
function NoticeList<T extends { readonly id: number }>({ entries, titleOf, Line, confirm }: ListProps<T>): ReactNode {
  const text = useNoticeText()
  const [running, setRunning] = useState<number | null>(null)
  const readOnly = useReadOnly()
  const reasonId = useId()

  async function run(id: number): Promise<void> {
    setRunning(id)
    const { done } = await confirm(id)
    setRunning(null)
    if (done) showAlert('success', [text('confirmed')])
  }

  return (
    <ul className={styles.notices}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <div>
            <Line entry={entry} />
          </div>
          <BusyButton
            className={cardStyles.quiet}
            aria-label={text('confirm_named', { title: titleOf(entry) })}
            busy={running === entry.id}
            {...(readOnly === null
              ? { onClick: () => void run(entry.id) }
              : { 'aria-disabled': true, 'aria-describedby': reasonId, 'data-tooltip': readOnly })}
          >
            {text('confirm')}
          </BusyButton>
        </li>
      ))}
      {readOnly === null ? null : (
        <li id={reasonId} className="visually-hidden">
          {readOnly}
        </li>
      )}
    </ul>
  )
}

function Count({ reading }: { reading: Reading<unknown> | undefined }): ReactNode {
  const text = useNoticeText()
  const count = reading?.entries?.length ?? 0
  return count > 0 ? <span className={styles.count}>{text(reading?.isFull ? 'count_or_more' : 'count', { count })}</span> : null
}

interface ReadingContentProps<T> {
  readonly reading: Reading<T> | undefined
  readonly empty: string
  readonly retry: () => void
  readonly children: (entries: readonly T[]) => ReactNode
}

function ReadingContent<T>({ reading, empty, retry, children }: ReadingContentProps<T>): ReactNode {
  if (reading?.entries) return reading.entries.length > 0 ? children(reading.entries) : <CardEmpty>{empty}</CardEmpty>
  return reading?.error ? <CardFailure error={reading.error} retry={retry} /> : <CardWaiting />
}

const isWaiting = (reading: Reading<unknown> | undefined) => !reading?.entries && !reading?.error

function SystemLine({ entry }: { entry: ViewedInformationItem }): ReactNode {
  const language = useLanguage()
  const localize = useLocalize()
  const type = informationTypes.items.find(({ key }) => key === entry.type)
  return (
    <>
      <Link to={`/information/${entry.id}`}>{entry.title}</Link>
      <small>
        {type && `${localize(type.label)} · `}
        <time dateTime={entry.publish_from}>{formatDateTime(entry.publish_from, language)}</time>
      </small>
    </>
  )
}

/** System announcements (spec/api "Announcement calls"): important, published and not yet confirmed. */
export function SystemCard(): ReactNode {
  const text = useNoticeText()
  const reading = useAtomValue(noticesAtom)?.information
  const card = usePlaceFocus()
  const aside = (
    <>
      <Count reading={reading} />
      <Link to="/information" className={styles.all}>
        {text('all')}
      </Link>
    </>
  )
  return (
    <Card ref={card} kind="system" title={text('system')} aside={aside} busy={isWaiting(reading)}>
      <ReadingContent reading={reading} empty={text('system_empty')} retry={() => void readNotices({ only: 'information' })}>
        {(entries) => <NoticeList entries={entries} titleOf={({ title }) => title} Line={SystemLine} confirm={confirmInformation} />}
      </ReadingContent>
    </Card>
  )
}

function NotificationLine({ entry }: { entry: Notification }): ReactNode {
  const language = useLanguage()
  const shell = useShell()
  const { route } = notificationKinds[entry.kind]
  const href = route !== null && entry.entity_id !== null ? shell.href(route, { id: entry.entity_id }) : (entry.page ?? null)
  const words = notificationText(entry, language)
  return (
    <>
      {href === null ? <span>{words}</span> : <Link to={href}>{words}</Link>}
      <small>
        <time dateTime={entry.created_at}>{formatDateTime(entry.created_at, language)}</time>
      </small>
    </>
  )
}

/** Notifications of the account that nobody has confirmed; each links to its subject. */
export function NotificationCard(): ReactNode {
  const text = useNoticeText()
  const language = useLanguage()
  const reading = useAtomValue(noticesAtom)?.notifications
  const card = usePlaceFocus()
  return (
    <Card ref={card} kind="notifications" title={text('notifications')} aside={<Count reading={reading} />} busy={isWaiting(reading)}>
      <ReadingContent reading={reading} empty={text('notifications_empty')} retry={() => void readNotices({ only: 'notifications' })}>
        {(entries) => (
          <NoticeList
            entries={entries}
            titleOf={(entry) => notificationText(entry, language)}
            Line={NotificationLine}
            confirm={confirmNotification}
          />
        )}
      </ReadingContent>
    </Card>
  )
}
