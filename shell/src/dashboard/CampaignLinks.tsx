import { useApiQuery } from '@adsite/api-client'
import { campaignEndpoints } from '@adsite/contract'
import { RouteLink, useShell } from '@adsite/remote'
import type { ReactNode } from 'react'
import { useShellText } from '../base/use-shell-text.ts'
import { Card, CardContent, CardEmpty } from './Card.tsx'
import styles from './DashboardScreen.module.css'

/** The endpoint returns at most this many names. */
const atMost = 50

/** Links to the campaigns of the current account. */
export function CampaignLinks(): ReactNode {
  const shellText = useShellText()
  const query = useApiQuery(campaignEndpoints.select)
  return (
    <Card kind="campaigns" title={shellText('campaigns')} href={useShell().href('campaign.list')} busy={query.isPending}>
      <CardContent query={query}>
        {(campaigns) =>
          campaigns.length === 0 ? (
            <CardEmpty>{shellText('no_campaigns')}</CardEmpty>
          ) : (
            <>
              <ul className={styles.links}>
                {campaigns.map(({ id, name }) => (
                  <li key={id}>
                    <RouteLink to="campaign.detail" params={{ id }}>
                      {name}
                    </RouteLink>
                  </li>
                ))}
              </ul>
              {campaigns.length >= atMost && <p>{shellText('campaigns_first', { count: campaigns.length })}</p>}
            </>
          )
        }
      </CardContent>
    </Card>
  )
}
