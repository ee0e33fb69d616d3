import { call } from '@adsite/api-client'
import { ad, adEndpoints, orderEndpoints, orderTerms, type ResourceRecord } from '@adsite/contract'
import { useRouteParams, useShell } from '@adsite/remote'
import { lazyPart, OwnInputs, OwnValues, ResourceDetail, useNavigateHere, useResourceRecord, type InputProps } from '@adsite/screen-kit'
import { useEffect, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useScreenText } from '../order/texts.ts'
import { GroupCreatives } from '../creative/group/GroupCreatives.tsx'
import { AdLabelTool } from '../label/LabelTool.tsx'
import { TargetingWords } from '../targeting/TargetingWords.tsx'
import { AdLead } from './AdLead.tsx'
import { AdPlaces } from './AdPlaces.tsx'
import { EditedProduct, useEditedAd } from './use-edited-ad.ts'

function Actions({ record }: { record: ResourceRecord<typeof ad> }): ReactNode {
  return <AdLabelTool target={{ ids: [record.id] }} records={[record]} />
}

function Creatives({ record: { creative_group_id } }: { record: ResourceRecord<typeof ad> }): ReactNode {
  return creative_group_id === null ? null : <GroupCreatives groupId={creative_group_id} />
}

/**
 * Whether any of the saved changes await approval: changes beyond the approved order are only proposed (decision 0014). While an
 * older change waits, the API refuses what the order covers, so that one is not among them.
 */
async function isChangeWaiting(adId: number, changed: readonly string[]): Promise<boolean> {
  if (!orderTerms.some((term) => changed.includes(term.ad))) return false
  const query = { ad_id: String(adId), kind: 'CHANGE', status: 'PENDING_APPROVAL', limit: '20' } as const
  const found = await call(orderEndpoints.list, { query })
  return found.data.length > 0
}

const TargetingInput = lazyPart<InputProps>(() =>
  import('../targeting/TargetingInput.tsx').then((module) => ({ default: module.TargetingInput })),
)
const EditedProductInput = lazyPart<InputProps>(() => import('./EditedProductInput.tsx'))
const inputs = { product_id: EditedProductInput, targeting: TargetingInput }
const values = { targeting: TargetingWords }

/** An ad, on its own or within its campaign: the same record and the same screen. */
export default function AdDetailScreen(): ReactNode {
  const shell = useShell()
  const t = useScreenText()
  const navigate = useNavigateHere()
  const { pathname, search, hash } = useLocation()
  const { id, ad_id } = useRouteParams<'ad.detail' | 'campaign.ad'>()
  const { record } = useResourceRecord(adEndpoints.get, ad_id ?? id ?? '')
  const [query] = useSearchParams()
  const isEdited = query.get('edit') === '1'
  const edited = useEditedAd(record, isEdited)
  useEffect(() => {
    // Together with the form, which would ask for it only once it is there.
    if (isEdited) void TargetingInput.preload()
  }, [isEdited])
  const campaign = record?.campaign_id
  // The URL contains another campaign; the only valid URL within a campaign is that of the ad's own.
  const isElsewhere = ad_id !== undefined && campaign !== undefined && id !== String(campaign)
  const own = isElsewhere ? shell.href('campaign.ad', { id: campaign, ad_id }) : null
  useEffect(() => {
    // Does not redirect users who have navigated on before the ad was loaded.
    if (own !== null && window.location.pathname === pathname) void navigate(`${own}${search}${hash}`, { replace: true })
  }, [own, navigate, pathname, search, hash])
  if (isElsewhere) return null
  return (
    <EditedProduct value={edited.product}>
      <OwnInputs resource={ad} inputs={inputs}>
        <OwnValues resource={ad} values={values}>
          <ResourceDetail
            id={ad_id ?? id}
            resource={edited.resource}
            endpoints={adEndpoints}
            listRoute="ad.list"
            actions={Actions}
            lead={AdLead}
            work={Creatives}
            savedWords={(saved, changed) =>
              isChangeWaiting(saved, changed).then(
                (isWaiting) => (isWaiting ? t('change_proposed') : null),
                // The save has succeeded, but "updated" could be wrong.
                () => t('change_unknown'),
              )
            }
          >
            {({ id }) => <AdPlaces adId={id} />}
          </ResourceDetail>
        </OwnValues>
      </OwnInputs>
    </EditedProduct>
  )
}
