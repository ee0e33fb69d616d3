import { useMay } from '@adsite/auth'
import { ad, adEndpoints, campaign, campaignEndpoints, type ResourceRecord } from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { Icon, lazyDialog, LinkButton, ResourceDetail, SectionList } from '@adsite/screen-kit'
import { mdiContentCopy, mdiPlus, mdiSkipNext } from '@mdi/js'
import { useCallback, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CampaignPacePanel } from '../delivery/CampaignPacePanel.tsx'
import { CampaignServingPanel } from '../serving/ServingPanel.tsx'
import { AdLabelTool, CampaignLabelTool } from '../label/LabelTool.tsx'
import { useAdText } from '../base/texts.ts'

const DuplicateDialog = lazyDialog(
  () => import('./DuplicateDialog.tsx'),
  ({ onClose }) => onClose(),
)

function Actions({ record }: { record: ResourceRecord<typeof campaign> }): ReactNode {
  const t = useAdText()
  const shell = useShell()
  const mayCreate = useMay('campaign.create')
  const [search, setSearch] = useSearchParams()
  const open = search.get('duplicate') === '1'
  return (
    <>
      <CampaignLabelTool target={{ ids: [record.id] }} records={[record]} />
      <LinkButton href={shell.href('campaign.next_ad', { campaign_id: record.id })} icon={<Icon path={mdiSkipNext} />}>
        {t('next_ad')}
      </LinkButton>
      {mayCreate ? (
        <LinkButton href="?duplicate=1" icon={<Icon path={mdiContentCopy} />}>
          {t('duplicate')}
        </LinkButton>
      ) : null}
      {mayCreate && open ? <DuplicateDialog record={record} onClose={() => setSearch({})} /> : null}
    </>
  )
}

function Lead({ record }: { record: ResourceRecord<typeof campaign> }): ReactNode {
  return (
    <>
      <CampaignPacePanel record={record} />
      <CampaignServingPanel record={record} />
    </>
  )
}

function Ads({ record: { id: campaignId } }: { record: ResourceRecord<typeof campaign> }): ReactNode {
  const t = useAdText()
  const shell = useShell()
  const create = shell.href('ad.create_for', { campaign_id: campaignId })
  const detailParams = useCallback((ad_id: number) => ({ id: campaignId, ad_id }), [campaignId])
  return (
    <div id="ads">
      <SectionList
        resource={ad}
        endpoints={adEndpoints}
        bulkTool={AdLabelTool}
        prefix="ads."
        fixed={{ campaign_id: String(campaignId) }}
        detailRoute="campaign.ad"
        detailParams={detailParams}
        emptyHint={create === null ? '' : t('ads_hint')}
        action={
          <LinkButton type="primary" href={create} icon={<Icon path={mdiPlus} />}>
            {t('add_ad')}
          </LinkButton>
        }
      />
    </div>
  )
}

export default function CampaignDetailScreen() {
  return (
    <ResourceDetail resource={campaign} endpoints={campaignEndpoints} listRoute="campaign.list" actions={Actions} lead={Lead} work={Ads} />
  )
}
