import { useApiQuery } from '@adsite/api-client'
import { campaignEndpoints } from '@adsite/contract'
import { RouteLink } from '@adsite/remote'
import type { ReactNode } from 'react'
import { useCommonText, useShellText } from '../use-shell-text.ts'
import styles from './DashboardScreen.module.css'

/** The call answers no more names than this. */
const atMost = 50

function Campaigns(): ReactNode {
  const shellText = useShellText()
  const common = useCommonText()
  const { data, error, refetch } = useApiQuery(campaignEndpoints.select)
  if (error) {
    return (
      <div role="alert">
        <p>{error.message}</p>
        <button type="button" className="button" onClick={() => void refetch()}>
          {common('retry')}
        </button>
      </div>
    )
  }
  if (!data) return <output>{common('loading')}</output>
  if (data.data.length === 0) return <p>{shellText('no_campaigns')}</p>
  return (
    <>
      <ul>
        {data.data.map(({ id, name }) => (
          <li key={id}>
            <RouteLink to="campaign.detail" params={{ id }}>
              {name}
            </RouteLink>
          </li>
        ))}
      </ul>
      {data.data.length >= atMost && <p>{shellText('campaigns_first', { count: data.data.length })}</p>}
    </>
  )
}

/** The campaigns of the current account, each a link to its detail. */
export function CampaignLinks(): ReactNode {
  return (
    <section className={styles.card}>
      <h2>{useShellText()('campaigns')}</h2>
      <Campaigns />
    </section>
  )
}
