import { call, useApiQuery } from '@adsite/api-client'
import { previewEndpoints, shellUnit, type PreviewedBuild } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { runAction } from '../alert/run-action.ts'
import { useCommonText } from '../base/use-shell-text.ts'
import styles from '../development/development.module.css'
import { Denied } from '../guard/Denied.tsx'
import { Crumbs } from '../page/Crumbs.tsx'
import { usePageTitle } from '../page/use-page-title.ts'
import { usePreviewText } from './texts.ts'

function Builds({ builds }: { builds: readonly PreviewedBuild[] }): ReactNode {
  const text = usePreviewText()
  const localize = useLocalize()
  const language = useLanguage()
  return (
    <dl className={styles.builds}>
      {builds.map(({ unit, build, title, published_at, bad }) => (
        <div key={unit}>
          <dt>{unit === shellUnit ? text('shell') : title ? localize(title) : unit}</dt>
          <dd>
            <code>{build}</code>
            <small>{text('published', { at: formatDateTime(published_at, language) })}</small>
            {bad ? <strong>{text('bad')}</strong> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Opening the link starts nothing by itself: users see what would run, and then decide. */
function Question({ token }: { token: string }): ReactNode {
  const text = usePreviewText()
  const common = useCommonText()
  const language = useLanguage()
  const [starting, setStarting] = useState(false)
  const { data, error } = useApiQuery(previewEndpoints.get, { query: { token } })
  if (error?.code === 'forbidden') return <Denied />
  if (error) {
    return (
      <>
        <p role="alert">{error.code === 'action_blocked' ? error.message : text('bad_link')}</p>
        <Link to="/">{text('to_home')}</Link>
      </>
    )
  }
  if (!data) return <output>{common('loading')}</output>
  const { builds, until } = data.data

  async function start(): Promise<void> {
    setStarting(true)
    const outcome = await runAction(() => call(previewEndpoints.start, { body: { token } }))
    // Full page load, because only the next page has the builds.
    if (outcome.done) window.location.assign('/')
    else setStarting(false)
  }

  return (
    <>
      <p>{text('about')}</p>
      <Builds builds={builds} />
      <p>{text('scope', { time: formatDateTime(until, language) })}</p>
      {builds.some(({ bad }) => bad) ? <p className={styles.warning}>{text('bad_warning')}</p> : null}
      <Button type="primary" size="large" loading={starting} onClick={() => void start()}>
        {text('start')}
      </Button>
    </>
  )
}

/** /preview?token=…: the link that `release preview` prints. */
export default function PreviewScreen(): ReactNode {
  const text = usePreviewText()
  const [search] = useSearchParams()
  usePageTitle(text('title'))
  return (
    <>
      <Crumbs between={[]} page={text('title')} />
      <section className={styles.question}>
        <h1>{text('title')}</h1>
        <Question token={search.get('token') ?? ''} />
      </section>
    </>
  )
}
