import { endpoints, type Role } from '@adsite/contract'
import { formatDate, useLanguage } from '@adsite/i18n'
import { ReferenceSelect } from '@adsite/screen-kit'
import { Button } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import styles from './achievements.module.css'
import { periodFault } from './period.ts'
import { PeriodFilter } from './PeriodFilter.tsx'
import { seesAdvertisers, type ReportState } from './report-state.ts'
import { useScreenText } from './texts.ts'

interface ReportFiltersProps {
  readonly state: ReportState
  readonly role: Role
  readonly onChange: (change: Partial<ReportState>) => void
}

/** Period, advertiser and campaign; each choice takes effect at once. On a phone they fold under a line that says what is chosen. */
export function ReportFilters({ state, role, onChange }: ReportFiltersProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const [unfolded, setUnfolded] = useState(false)
  const id = useId()
  const chosen = state.campaign_id.length + state.advertiser_account_id.length
  const faulty = periodFault(state) !== null
  // A period that cannot be asked for must be seen.
  const open = unfolded || faulty
  const period = faulty ? t('period') : `${formatDate(state.from, language)} – ${formatDate(state.to, language)}`

  return (
    <section className={styles.filters} aria-label={t('filters')}>
      <Button className={styles.fold} aria-expanded={open} aria-controls={id} onClick={() => setUnfolded(!open)}>
        <span>{t(open ? 'filters_hide' : 'filters_show')}</span>
        <span className={styles.chosen}>
          {period}
          {chosen > 0 && ` +${chosen}`}
        </span>
      </Button>
      <div id={id} className={open ? styles.fields : `${styles.fields} ${styles.folded}`}>
        <PeriodFilter period={state} onChange={onChange} />
        {seesAdvertisers(role) && (
          <div className={styles.reference}>
            <ReferenceSelect
              endpoint={endpoints.advertiser.select}
              value={state.advertiser_account_id}
              onChange={(advertiser_account_id) => onChange({ advertiser_account_id })}
              multiple
              placeholder={t('advertiser_all')}
              label={t('advertiser')}
            />
          </div>
        )}
        <div className={styles.reference}>
          <ReferenceSelect
            endpoint={endpoints.campaign.select}
            value={state.campaign_id}
            onChange={(campaign_id) => onChange({ campaign_id })}
            multiple
            placeholder={t('campaign_all')}
            label={t('campaign')}
          />
        </div>
        {chosen > 0 && (
          <Button type="link" onClick={() => onChange({ campaign_id: [], advertiser_account_id: [] })}>
            {t('filters_clear')}
          </Button>
        )}
      </div>
    </section>
  )
}
