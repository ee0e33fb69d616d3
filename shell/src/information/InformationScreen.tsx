import { apiUrl, useApiQuery } from '@adsite/api-client'
import { informationEndpoints, informationTypes, type Attachment, type ViewedInformation } from '@adsite/contract'
import { formatBytes, formatDateTime, useLanguage } from '@adsite/i18n'
import { FileLink, HtmlView, LoadFailure, Notice, StateTag, WriteButton } from '@adsite/screen-kit'
import { mdiCheck, mdiFileImageOutline, mdiFilePdfBox, mdiMagnifyClose } from '@mdi/js'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'
import { showAlert } from '../alert/alert-state.ts'
import { confirmInformation } from '../notification/notice-state.ts'
import { Crumbs } from '../page/Crumbs.tsx'
import { Icon } from '../element/Icon.tsx'
import { ContentSkeleton } from '../page/PageSkeleton.tsx'
import { useArrival } from '../page/use-arrival.ts'
import { usePageTitle } from '../page/use-page-title.ts'
import { useCommonText } from '../base/use-shell-text.ts'
import styles from './information.module.css'
import { useInformationText } from './texts.ts'

const idForm = /^[1-9]\d{0,14}$/u

function Attachments({ id, files }: { id: number; files: readonly Attachment[] }): ReactNode {
  const text = useInformationText()
  const language = useLanguage()
  if (files.length === 0) return null
  return (
    <section className={styles.attachments}>
      <h2>{text('attachments')}</h2>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <Icon path={file.content_type === 'application/pdf' ? mdiFilePdfBox : mdiFileImageOutline} size={20} />
            <FileLink href={apiUrl(informationEndpoints.download, { params: { id, attachment_id: file.id } })} download={file.name}>
              {file.name}
            </FileLink>
            <span>{formatBytes(file.size, language)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The button 確認済みにする; after confirmation a text replaces it and takes the focus. */
function Confirmation({ item }: { item: ViewedInformation }): ReactNode {
  const text = useInformationText()
  const [running, setRunning] = useState(false)
  const [done, setDone] = useState(false)
  const word = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (done) word.current?.focus()
  }, [done])

  async function confirm(): Promise<void> {
    setRunning(true)
    const outcome = await confirmInformation(item.id)
    setRunning(false)
    if (!outcome.done) return
    setDone(true)
    showAlert('success', [text('confirm_done')])
  }

  if (item.confirmed || done) {
    return (
      <p ref={word} tabIndex={-1} className={styles.confirmed}>
        <Icon path={mdiCheck} size={20} />
        {text('confirmed')}
      </p>
    )
  }
  return (
    <WriteButton type="primary" size="large" loading={running} onClick={() => void confirm()}>
      {text('confirm')}
    </WriteButton>
  )
}

function Article({ item }: { item: ViewedInformation }): ReactNode {
  const text = useInformationText()
  const language = useLanguage()
  const type = informationTypes.items.find(({ key }) => key === item.type)
  usePageTitle(`${item.title} – ${text('title')}`)
  return (
    <>
      <h1 className={styles.heading}>{item.title}</h1>
      <p className={styles.facts}>
        {type && <StateTag choice={type} />}
        {item.is_important && <span className={styles.important}>{text('important')}</span>}
        <span>
          {text('published')} <time dateTime={item.publish_from}>{formatDateTime(item.publish_from, language)}</time>
        </span>
      </p>
      <article className={styles.article}>
        <HtmlView html={item.body} />
        <Attachments id={item.id} files={item.attachments} />
        <footer className={styles.footer}>
          <Confirmation item={item} />
        </footer>
      </article>
    </>
  )
}

function Missing(): ReactNode {
  const text = useInformationText()
  usePageTitle(text('not_found'))
  return (
    <>
      <h1>{text('not_found')}</h1>
      <div className={styles.panel}>
        <Notice icon={mdiMagnifyClose}>
          <p>{text('not_found_hint')}</p>
          <Link to="/information">{text('to_list')}</Link>
        </Notice>
      </div>
    </>
  )
}

function Waiting(): ReactNode {
  usePageTitle(useInformationText()('detail'))
  return (
    <>
      <output className="visually-hidden">{useCommonText()('loading')}</output>
      <ContentSkeleton />
    </>
  )
}

function Arrival(): null {
  useArrival(useLocation().pathname)
  return null
}

function Content(): ReactNode {
  const { id = '' } = useParams<'id'>()
  const possible = idForm.test(id)
  const { data, error, refetch } = useApiQuery(informationEndpoints.view, { params: { id } }, { enabled: possible })
  if (!possible || error?.code === 'not_found') return <Missing />
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />
  if (!data) return <Waiting />
  return (
    <>
      <Article key={id} item={data.data} />
      <Arrival />
    </>
  )
}

/** /information/:id (spec/site "Base layout"): an announcement, its files, and the button to confirm it. */
export default function InformationScreen(): ReactNode {
  const text = useInformationText()
  return (
    <>
      <Crumbs between={[{ title: text('title'), href: '/information' }]} page={text('detail')} />
      <Content />
    </>
  )
}
