import { useApiQuery } from '@adsite/api-client'
import { campaignEndpoints, type EndpointResponse } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { RouteLink, useShell } from '@adsite/remote'
import { Icon, LinkButton, Panel } from '@adsite/screen-kit'
import { mdiAlertCircleOutline, mdiArrowRight, mdiCheckCircleOutline } from '@mdi/js'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from '../base/ad.module.css'
import { blockerText } from '../serving/BlockerRow.tsx'
import { useAdText } from '../base/texts.ts'

type Answer = EndpointResponse<typeof campaignEndpoints.nextAd>['data']

/** The errors that block the step (spec/site "Ad navigation"), each with a link to fix it. */
function Stopped({ campaign, errors }: Answer): ReactNode {
  const t = useAdText()
  const shell = useShell()
  return (
    <>
      <p className={styles.muted}>{t('next_stopped')}</p>
      <ul className={styles.blockers} role="alert">
        {errors.map(({ error, ad, message }) => {
          const href = ad
            ? shell.href('campaign.ad', { id: campaign.id, ad_id: ad.id })
            : shell.href('campaign.detail', { id: campaign.id })
          return (
            <li key={`${error} ${ad?.id ?? ''}`} className={styles.blocker}>
              <span className={`${styles.reason} ${styles.decisive}`}>
                <Icon path={mdiAlertCircleOutline} />
                <span>
                  {ad ? `${ad.name}: ` : ''}
                  {message}
                </span>
              </span>
              {href === null ? null : <Link to={`${href}?edit=1`}>{t('next_fix')}</Link>}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Next({ campaign, next }: Answer): ReactNode {
  const t = useAdText()
  const shell = useShell()
  const language = useLanguage()
  if (next === null) {
    return (
      <p className={styles.ok}>
        <Icon path={mdiCheckCircleOutline} />
        {t('next_nothing')}
      </p>
    )
  }
  const href = next.ad
    ? shell.href('campaign.ad', { id: next.campaign.id, ad_id: next.ad.id })
    : shell.href('ad.create_for', { campaign_id: next.campaign.id })
  return (
    <div className={styles.blocker}>
      <span className={styles.reason}>
        <span>
          {next.campaign.id === campaign.id ? null : (
            <>
              {next.other_advertiser === null
                ? t('next_in_other', { name: next.campaign.name })
                : t('next_of_other', { name: next.campaign.name, advertiser: next.other_advertiser })}
              <br />
            </>
          )}
          <b>{next.ad?.name ?? next.campaign.name}</b>
          <br />
          {next.blocker ? blockerText({ kind: next.blocker, value: null }, language) : t('next_first_ad')}
        </span>
      </span>
      <LinkButton type="primary" href={href} icon={<Icon path={mdiArrowRight} />}>
        {t(next.ad ? 'next_open' : 'next_create')}
      </LinkButton>
    </div>
  )
}

/** The next task in a campaign, shown above the list of all campaigns. */
export function NextPanel({ campaignId }: { campaignId: string }): ReactNode {
  const t = useAdText()
  const possible = /^[1-9]\d{0,14}$/u.test(campaignId)
  const { data, error, refetch } = useApiQuery(campaignEndpoints.nextAd, { params: { id: campaignId } }, { enabled: possible })
  const answer = data?.data
  const missing = !possible || error?.code === 'not_found'
  return (
    <Panel
      title={missing ? t('campaign_missing') : answer ? t('next_title', { name: answer.campaign.name }) : t('next_ad')}
      busy={!answer && !error && possible}
      failure={error && !answer && !missing ? { error, retry: () => void refetch() } : null}
      actions={
        answer ? (
          <RouteLink to="campaign.detail" params={{ id: answer.campaign.id }}>
            {t('to_campaign')}
          </RouteLink>
        ) : null
      }
    >
      {answer && !missing ? answer.errors.length > 0 ? <Stopped {...answer} /> : <Next {...answer} /> : null}
    </Panel>
  )
}
