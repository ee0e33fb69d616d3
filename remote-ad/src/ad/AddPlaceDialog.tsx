import { adArticle, adArticleEndpoints, adWhitelist, adWhitelistEndpoints, defineResource } from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { Dialog, ResourceForm } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import { useAdText } from '../base/texts.ts'

const hint = { ja: '掲載先', en: 'Place' }

/** The ad is given, so the form asks only for the rest. */
const place = defineResource({ ...adWhitelist, sections: [{ title: hint, fields: ['medium_id', 'space_id', 'article_id', 'status'] }] })
const article = defineResource({ ...adArticle, sections: [{ title: hint, fields: ['article_id', 'status'] }] })

interface AddPlaceDialogProps {
  readonly adId: number
  readonly what: 'whitelist' | 'articles'
  readonly onClose: () => void
}

/** Adds a place to an ad's whitelist, or an article to its articles, as served or excluded. */
export default function AddPlaceDialog({ adId, what, onClose }: AddPlaceDialogProps): ReactNode {
  const t = useAdText()
  const shell = useShell()
  const whitelist = what === 'whitelist'
  return (
    <Dialog open title={t(whitelist ? 'add_place' : 'add_article')} footer={null} onCancel={onClose} width={720}>
      <ResourceForm
        resource={whitelist ? place : article}
        endpoint={whitelist ? adWhitelistEndpoints.create : adArticleEndpoints.create}
        record={null}
        initial={{ ad_id: adId, status: whitelist ? 'LISTED' : 'EXCLUDED' }}
        onSaved={() => {
          shell.alert('success', [t(whitelist ? 'place_added' : 'article_added')], { autoClose: true })
          onClose()
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}
