import {
  choiceLabel,
  daysError,
  prefectures,
  referenceEndpoint,
  reportFilters,
  type Report,
  type ReportFilter,
  type Role,
} from '@adsite/contract'
import { formatDate, useLanguage, useLocalize } from '@adsite/i18n'
import { mdiClose } from '@mdi/js'
import { Button, Checkbox } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { Icon } from '../element/Icon.tsx'
import { ReferenceSelect } from '../reference-select/ReferenceSelect.tsx'
import { PeriodFilter } from './PeriodFilter.tsx'
import styles from './state/report.module.css'
import { offeredFilters, withFilter, type ReportState } from './state/report-state.ts'
import { useScreenText } from './state/texts.ts'
import { mayChooseFrom } from '../reference-select/may-choose-from.ts'

interface ReportFiltersProps {
  readonly report: Report
  readonly state: ReportState
  readonly role: Role
  readonly onChange: (change: Partial<ReportState>) => void
}

/** Filters that are always visible; the others are set by following a row and are visible while set. */
const alwaysShown: readonly ReportFilter[] = [
  'advertiser_account_id',
  'campaign_id',
  'campaign_label_id',
  'ad_label_id',
  'publisher_group_id',
  'medium_id',
]

/** Period and filters; changes apply immediately. On a phone they collapse into a one-line summary. */
export function ReportFilters({ report, state, role, onChange }: ReportFiltersProps): ReactNode {
  const t = useScreenText()
  const localize = useLocalize()
  const language = useLanguage()
  const [unfolded, setUnfolded] = useState(false)
  const id = useId()
  const prefectureName = (key: string) => choiceLabel(prefectures, key)?.[language] ?? key
  const words = (['device', 'prefecture'] as const).filter((name) => state[name] !== null)
  const chosen = Object.values(state.filters).flat().length + words.length
  const faulty = daysError(state) !== null
  // An invalid period must be visible.
  const open = unfolded || faulty
  const period = faulty ? t('period') : `${formatDate(state.from, language)} – ${formatDate(state.to, language)}`
  const shown = offeredFilters(report, role).filter(
    (name) => (alwaysShown.includes(name) || state.filters[name]) && mayChooseFrom(role, reportFilters[name].target),
  )

  return (
    <section aria-label={t('filters')}>
      <Button className={styles.fold} aria-expanded={open} aria-controls={id} onClick={() => setUnfolded(!open)}>
        <span>{t(open ? 'filters_hide' : 'filters_show')}</span>
        <span className={styles.chosen}>
          {period}
          {chosen > 0 && ` +${chosen}`}
        </span>
      </Button>
      <div id={id} className={open ? styles.fields : `${styles.fields} ${styles.folded}`}>
        <PeriodFilter period={state} onChange={onChange} />
        <Checkbox className={styles.compare} checked={state.compare} onChange={({ target }) => onChange({ compare: target.checked })}>
          {t('compare')}
        </Checkbox>
        {shown.map((name) => {
          const label = localize(reportFilters[name].label)
          return (
            <div key={name} className={styles.reference}>
              <ReferenceSelect
                ended
                endpoint={referenceEndpoint(reportFilters[name].target)}
                value={state.filters[name] ?? []}
                onChange={(ids) => onChange({ filters: withFilter(state.filters, name, ids) })}
                multiple
                placeholder={t('filter_all', { what: label })}
                label={label}
              />
            </div>
          )
        })}
        {words.map((name) => (
          <Button
            key={name}
            aria-label={t('filter_remove', { what: t(name) })}
            onClick={() => onChange({ [name]: null })}
            icon={<Icon path={mdiClose} size={14} />}
            iconPlacement="end"
          >
            {t(name)}: {name === 'prefecture' ? prefectureName(state.prefecture ?? '') : state.device}
          </Button>
        ))}
        {chosen > 0 && (
          <Button type="link" onClick={() => onChange({ filters: {}, device: null, prefecture: null })}>
            {t('filters_clear')}
          </Button>
        )}
      </div>
    </section>
  )
}
