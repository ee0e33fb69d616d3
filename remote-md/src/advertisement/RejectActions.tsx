import { call, refreshed, useApiQuery } from '@adsite/api-client'
import { useRole } from '@adsite/auth'
import {
  adWhitelistEndpoints,
  advertisement,
  exclusionSideOf,
  isOfOtherSide,
  may,
  validationText,
  type ExclusionSide,
  type ResourceRecord,
} from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { ConfirmButton, LinkButton, UnavailableButton, useReadOnly } from '@adsite/screen-kit'
import { useState, type ReactNode } from 'react'
import { useScreenText } from '../base/texts.ts'
import { excludeFrom } from './exclude-from.ts'

/**
 * What the media side can do about an ad: ask the administrator to reject it, or exclude it from its own medium. Both are possible
 * while the advertiser's side alone excludes it there, and may stop doing so.
 */
export function RejectActions({ record }: { record: ResourceRecord<typeof advertisement> }): ReactNode {
  const t = useScreenText()
  const role = useRole()
  const shell = useShell()
  const readOnly = useReadOnly()
  const [excluding, setExcluding] = useState(false)
  const language = useLanguage()
  const medium = record.refs.medium_id ?? ''
  const place = { ad_id: String(record.ad_id), medium_id: String(record.medium_id) }
  const isExcluded = record.status === 'EXCLUDED'
  const { data: found } = useApiQuery(adWhitelistEndpoints.list, { query: place }, { enabled: isExcluded })
  // The advertisement is excluded with its medium or its space; the rows of the medium tell by whom.
  const refusal = (side: ExclusionSide) =>
    !isExcluded || found?.data.every(({ status, excluded_by }) => status !== 'EXCLUDED' || isOfOtherSide(side, excluded_by))
      ? null
      : validationText('excluded_already', language)
  const create = shell.href('reject_request.create')
  const filing = record.request_status === 'FILED' ? t('filed_already') : refusal('SUPPLY')
  const excludable = role && may(role, 'ad_whitelist.update')
  const exclusion = readOnly ?? (role && refusal(exclusionSideOf(role)))

  async function excludeHere(): Promise<void> {
    const { ad_id, medium_id } = record
    const body = { ad_id, medium_id, space_id: null, article_id: null, status: 'EXCLUDED' } as const
    setExcluding(true)
    const { done } = await shell.run(() => excludeFrom(adWhitelistEndpoints, place, () => call(adWhitelistEndpoints.create, { body })))
    await refreshed()
    setExcluding(false)
    if (done) shell.alert('success', [t('excluded')], { autoClose: true })
  }

  return (
    <>
      {create !== null && filing !== null ? <UnavailableButton type="primary" label={t('file')} reason={filing} /> : null}
      {filing === null ? (
        <LinkButton type="primary" href={create && `${create}?advertisement_id=${record.id}`}>
          {t('file')}
        </LinkButton>
      ) : null}
      {excludable && exclusion !== null ? <UnavailableButton label={t('exclude')} reason={exclusion} /> : null}
      {excludable && exclusion === null ? (
        <ConfirmButton action={t('exclude')} title={t('exclude')} danger busy={excluding} confirm={excludeHere}>
          {t('exclude_confirm', { medium })}
        </ConfirmButton>
      ) : null}
    </>
  )
}
