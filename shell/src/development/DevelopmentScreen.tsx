import { call } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import { development, developmentEndpoints, developmentHours } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { runAction } from '../alert/run-action.ts'
import { usePointers } from '../federation/index.ts'
import { Denied } from '../guard/Denied.tsx'
import { Crumbs } from '../page/Crumbs.tsx'
import { usePageTitle } from '../page/use-page-title.ts'
import styles from './development.module.css'
import { useDevelopmentText } from './texts.ts'

/** Opening the URL loads nothing by itself: users see what would run and from where, and then decide. */
function Question({ area, origin }: v.InferOutput<typeof development>): ReactNode {
  const text = useDevelopmentText()
  const localize = useLocalize()
  const [starting, setStarting] = useState(false)
  const title = usePointers().remotes[area]?.stable.manifest.title
  const name = title ? localize(title) : area

  async function start(): Promise<void> {
    setStarting(true)
    const outcome = await runAction(() => call(developmentEndpoints.start, { body: { area, origin } }))
    // Full page load, because only the next response's policy allows the development server.
    if (outcome.done) window.location.assign('/')
    else setStarting(false)
  }

  return (
    <>
      <p>{text('about', { area: name })}</p>
      <dl className={styles.facts}>
        <dt>{text('server')}</dt>
        <dd>{origin}</dd>
      </dl>
      <p>{text('scope', { hours: developmentHours })}</p>
      <p className={styles.warning}>{text('warning')}</p>
      <Button type="primary" size="large" loading={starting} onClick={() => void start()}>
        {text('start')}
      </Button>
    </>
  )
}

/** /development?area=…&origin=…: the link that a development server prints. Administrators only. */
export default function DevelopmentScreen(): ReactNode {
  const text = useDevelopmentText()
  const [search] = useSearchParams()
  const allowed = useMay('development.use')
  usePageTitle(text('title'))
  if (!allowed) return <Denied />
  const asked = v.safeParse(development, { area: search.get('area'), origin: search.get('origin') })
  return (
    <>
      <Crumbs between={[]} page={text('title')} />
      <section className={styles.question}>
        <h1>{text('title')}</h1>
        {asked.success ? (
          <Question {...asked.output} />
        ) : (
          <>
            <p role="alert">{text('bad_link')}</p>
            <Link to="/">{text('to_home')}</Link>
          </>
        )}
      </section>
    </>
  )
}
