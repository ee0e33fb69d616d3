import { adEndpoints, campaignEndpoints } from '@adsite/contract'
import { Icon, lazyDialog, type BulkToolProps, WriteButton } from '@adsite/screen-kit'
import { mdiLabelOutline } from '@mdi/js'
import { useState, type ReactNode } from 'react'
import { useLabelText } from './texts.ts'

const LabelDialog = lazyDialog(
  () => import('./LabelDialog.tsx'),
  ({ onClose }) => onClose(),
)

export type LabellingEndpoint = typeof campaignEndpoints.labels

/** A button that opens the labels of some records. */
function LabelTool({ endpoint, ...records }: BulkToolProps & { readonly endpoint: LabellingEndpoint }): ReactNode {
  const t = useLabelText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <WriteButton icon={<Icon path={mdiLabelOutline} />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('labels')}
      </WriteButton>
      {open ? <LabelDialog endpoint={endpoint} {...records} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

export const CampaignLabelTool = (props: BulkToolProps): ReactNode => <LabelTool endpoint={campaignEndpoints.labels} {...props} />
export const AdLabelTool = (props: BulkToolProps): ReactNode => <LabelTool endpoint={adEndpoints.labels} {...props} />
