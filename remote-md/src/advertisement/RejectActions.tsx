import { call, refreshed } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import { adWhitelistEndpoints, may, advertisement, type ResourceRecord } from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { ConfirmButton, LinkButton, UnavailableButton, useReadOnly } from '@adsite/screen-kit'
import { useState, type ReactNode } from 'react'
import { useScreenText } from '../base/texts.ts'
import { excludeFrom } from './exclude-from.ts'

/**
 * What the media side can do about an ad: ask the administrator to reject it, or exclude it from its own medium.
 * Empty once the ad is excluded.
 */
export function RejectActions({ record }: { record: ResourceRecord<typeof advertisement> }): ReactNode {
  const t = useScreenText()
  const role = useRole()
  const shell = useShell()
  const readOnly = useReadOnly()
  const [excluding, setExcluding] = useState(false)
  const medium = record.refs.medium_id ?? ''
  if (record.status === 'EXCLUDED') return null
  const create = record.request_status === 'FILED' ? null : shell.href('reject_request.create')

  async function excludeHere(): Promise<void> {
    const { ad_id, medium_id } = record
    const body = { ad_id, medium_id, space_id: null, article_id: null, status: 'EXCLUDED' } as const
    setExcluding(true)
    const { done } = await shell.run(() =>
      excludeFrom(adWhitelistEndpoints, { ad_id: String(ad_id), medium_id: String(medium_id) }, () =>
        call(adWhitelistEndpoints.create, { body }),
      ),
    )
    await refreshed()
    setExcluding(false)
    if (done) shell.alert('success', [t('excluded')], { autoClose: true })
  }

  return (
    <>
      <LinkButton type="primary" href={create && `${create}?advertisement_id=${record.id}`}>
        {t('file')}
      </LinkButton>
      {may(role, 'ad_whitelist.update') && readOnly !== null ? <UnavailableButton label={t('exclude')} reason={readOnly} /> : null}
      {may(role, 'ad_whitelist.update') && readOnly === null ? (
        <ConfirmButton action={t('exclude')} title={t('exclude')} danger busy={excluding} confirm={excludeHere}>
          {t('exclude_confirm', { medium })}
        </ConfirmButton>
      ) : null}
    </>
  )
}
