import { apiUrl, useApiQuery } from '@adsite/api-client'
import { creative, creativeEndpoints, type CreativeRevision, type PreviewDevice, type ResourceRecord } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { RouteLink } from '@adsite/remote'
import { FieldValue, LoadFailure, PreviewFrame, RecordActions } from '@adsite/screen-kit'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import styles from '../base/creative.module.css'
import { RevisionDifference } from '../revision/RevisionDifference.tsx'
import { useScreenText } from '../base/texts.ts'

interface ReviewCardProps {
  readonly record: ResourceRecord<typeof creative>
  readonly device: PreviewDevice
  readonly chosen: boolean
  readonly onChoose: (chosen: boolean) => void
}

const { approve, reject } = creativeEndpoints
const facts = ['advertiser_account_id', 'creative_group_id', 'format_id', 'landing_url'] as const

/** A creative in the review queue: the submitted revision next to the one being served, the differences, and the decision. */
export function ReviewCard({ record, device, chosen, onChoose }: ReviewCardProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const { data, ...revisions } = useApiQuery(creativeEndpoints.revisions, { params: { id: record.id } })
  // Only the single record contains blocked actions: users cannot approve their own submission.
  const own = useApiQuery(creativeEndpoints.get, { params: { id: record.id } })
  // It may be newer than what the card shows, which is what is decided about.
  const decided = own.data && { ...own.data.data, version: record.version }
  const error = (data ? null : revisions.error) ?? (own.data ? null : own.error)
  const applied = data?.data.find(({ revision }) => revision === record.revision)
  const serving = data?.data.find((revision) => revision.serving)
  const name = record.name
  const preview = ({ revision, rules }: CreativeRevision) => {
    const src = apiUrl(creativeEndpoints.preview, {
      params: { id: record.id },
      query: { device, locale: language, revision: String(revision) },
    })
    return <PreviewFrame name={name} src={src} rules={rules} device={device} state={revision} />
  }
  return (
    <article className={styles.review} aria-label={name}>
      <header className={styles.reviewHead}>
        <Checkbox checked={chosen} onChange={({ target }) => onChoose(target.checked)} aria-label={t('choose', { name })} />
        <h2 className={styles.reviewTitle}>
          <RouteLink to="creative.detail" params={{ id: record.id }}>
            {name}
          </RouteLink>
        </h2>
        <span className={styles.small}>
          {applied ? t('applied_by', { by: applied.applied_by ?? t('system'), at: formatDateTime(applied.applied_at, language) }) : null}
        </span>
        <span className={styles.reviewActions}>
          {decided ? <RecordActions resource={creative} endpoints={{ approve, reject }} record={decided} subject={name} /> : null}
        </span>
      </header>
      <dl className={styles.reviewFacts}>
        {facts.map((field) => (
          <div key={field}>
            <dt>{creative.fields[field].label[language]}</dt>
            <dd>
              <FieldValue field={creative.fields[field]} name={field} record={record} />
            </dd>
          </div>
        ))}
      </dl>
      {error ? <LoadFailure error={error} retry={() => void Promise.all([revisions.refetch(), own.refetch()])} /> : null}
      <div className={styles.sides} data-alone={serving === undefined}>
        <section className={styles.side}>
          <h3>{t('applied')}</h3>
          {applied ? preview(applied) : null}
        </section>
        {serving ? (
          <section className={styles.side}>
            <h3>{t('serving')}</h3>
            {preview(serving)}
          </section>
        ) : data ? (
          <p className={styles.none}>{t('first')}</p>
        ) : null}
      </div>
      {applied && serving ? (
        <div className={styles.reviewDifference}>
          <h3>{t('difference')}</h3>
          <RevisionDifference before={serving} after={applied} />
        </div>
      ) : null}
    </article>
  )
}
