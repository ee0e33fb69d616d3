import { ad, campaign, isKeyOf, listSeparator, type campaignEndpoints, type EndpointResponse } from '@adsite/contract'
import { formatDateTime, useLanguage, useLocalize } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import { MoreButton, takesLostFocus } from '@adsite/screen-kit'
import { useState, type ReactNode } from 'react'
import styles from './DeliveryPanel.module.css'
import { useScreenText } from './texts.ts'

type Change = EndpointResponse<typeof campaignEndpoints.delivery>['data']['changes'][number]

/** Changes listed beside the bars until all are asked for. */
const listed = 4
const resources = { campaign, ad }

interface RecentChangesProps {
  readonly changes: readonly Change[]
  /** The record on the screen, which is not named. */
  readonly record: Pick<Change, 'entity' | 'id'>
}

/** What was changed on the days of the bars, the latest first. */
export function RecentChanges({ changes, record }: RecentChangesProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const localize = useLocalize()
  const [unfolded, setUnfolded] = useState(false)
  const shown = unfolded ? changes : changes.slice(0, listed)
  if (changes.length === 0) return null
  const words = ({ entity, action, fields }: Change) => {
    const all = resources[entity].fields
    const labels = fields.flatMap((name) => (isKeyOf(all, name) ? [localize(all[name].label)] : []))
    return action === 'update' ? labels.join(listSeparator(language)) : t(`was_${action}`)
  }
  return (
    <div className={styles.changes}>
      <p>{t('changes')}</p>
      <ol>
        {shown.map((change, index) => (
          <li key={`${change.at} ${change.entity} ${change.id} ${change.action}`} ref={index === listed ? takesLostFocus : undefined}>
            <time dateTime={change.at}>{formatDateTime(change.at, language)}</time>
            <span>
              {change.entity === record.entity && change.id === record.id ? null : (
                <>
                  <RouteLink to="ad.detail" params={{ id: change.id }}>
                    {change.name}
                  </RouteLink>{' '}
                </>
              )}
              {words(change)}
            </span>
          </li>
        ))}
      </ol>
      {changes.length > shown.length ? <MoreButton size="small" onClick={() => setUnfolded(true)} /> : null}
    </div>
  )
}
