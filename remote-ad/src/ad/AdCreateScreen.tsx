import { useApiQuery } from '@adsite/api-client'
import { adEndpoints, campaignEndpoints, referenceEndpoint } from '@adsite/contract'
import { useRouteParams, useShell } from '@adsite/remote'
import { LoadFailure, Page, Panel, ReferenceSelect, useNavigateHere } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import styles from '../base/ad.module.css'
import { useAdText } from '../base/texts.ts'
import { AdCreateForm } from './AdCreateForm.tsx'

/** Selects the campaign of the ad, which provides the defaults for everything else. */
function ChooseCampaign(): ReactNode {
  const t = useAdText()
  const shell = useShell()
  const navigate = useNavigateHere()
  return (
    <Panel title={t('section_campaign')}>
      <p className={styles.muted}>{t('choose_campaign_hint')}</p>
      <ReferenceSelect
        endpoint={referenceEndpoint('campaign')}
        multiple={false}
        label={t('choose_campaign')}
        placeholder={t('choose_campaign')}
        value={[]}
        onChange={([campaign_id]) => {
          const href = campaign_id === undefined ? null : shell.href('ad.create_for', { campaign_id })
          if (href !== null) void navigate(href)
        }}
      />
    </Panel>
  )
}

/** The form, rendered once the campaign and its newest ad are loaded. */
function ForCampaign({ id }: { id: string }): ReactNode {
  const t = useAdText()
  const possible = /^[1-9]\d{0,14}$/u.test(id)
  const campaign = useApiQuery(campaignEndpoints.get, { params: { id } }, { enabled: possible })
  const newest = useApiQuery(adEndpoints.list, { query: { campaign_id: id, limit: '20' } }, { enabled: possible })
  if (!possible || campaign.error?.code === 'not_found') {
    return (
      <Panel title={t('campaign_missing')}>
        <p>{t('campaign_missing_hint')}</p>
      </Panel>
    )
  }
  const error = campaign.error ?? newest.error
  // A form stays with what was typed into it when reading its campaign again fails.
  if (campaign.data && newest.data) return <AdCreateForm key={id} campaign={campaign.data.data} newest={newest.data.data[0] ?? null} />
  if (error) return <LoadFailure error={error} retry={() => void Promise.all([campaign.refetch(), newest.refetch()])} />
  return <Panel title={t('section_campaign')} busy />
}

export default function AdCreateScreen(): ReactNode {
  const t = useAdText()
  const { campaign_id } = useRouteParams<'ad.create' | 'ad.create_for'>()
  return <Page title={t('create_title')}>{campaign_id === undefined ? <ChooseCampaign /> : <ForCampaign id={campaign_id} />}</Page>
}
