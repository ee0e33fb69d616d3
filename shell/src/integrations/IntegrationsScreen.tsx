import { useMay, useSession } from '@adsite/auth'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AllKeysPanel } from '../api-key/AllKeysPanel.tsx'
import { Crumbs } from '../page/Crumbs.tsx'
import { useArrival } from '../page/use-arrival.ts'
import { usePageTitle } from '../page/use-page-title.ts'
import styles from './integrations.module.css'
import { useIntegrationText } from './texts.ts'
import { PrivatePage } from '../viewing/PrivatePage.tsx'
import { WebhooksPanel } from './WebhooksPanel.tsx'

/** /integrations: webhooks of the account in use and, for administrators, the API keys of everybody. */
export default function IntegrationsScreen(): ReactNode {
  const title = useIntegrationText()('title')
  const [search, setSearch] = useSearchParams()
  const shown = Number(search.get('log') ?? 0) || null
  const managesKeys = useMay('api_key.manage')
  usePageTitle(title)
  useArrival('/integrations')
  if (useSession()?.viewing) return <PrivatePage title={title} />
  return (
    <>
      <Crumbs page={title} />
      <h1>{title}</h1>
      <div className={styles.panels}>
        <WebhooksPanel shown={shown} onShow={(id) => setSearch(id === null ? {} : { log: String(id) }, { replace: true })} />
        {managesKeys && <AllKeysPanel />}
      </div>
    </>
  )
}
