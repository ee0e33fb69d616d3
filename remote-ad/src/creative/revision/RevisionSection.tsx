import { useApiQuery } from '@adsite/api-client'
import { creativeEndpoints, creativeResults, type CreativeRevision, creative, type ResourceRecord } from '@adsite/contract'
import { formatDateTime, useLanguage } from '@adsite/i18n'
import { Panel, StateTag } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import styles from '../base/creative.module.css'
import { RevisionDifference } from './RevisionDifference.tsx'
import { useScreenText } from '../base/texts.ts'

function RevisionRow({ revision }: { revision: CreativeRevision }): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const state = creativeResults.items.find(({ key }) => key === (revision.result ?? 'APPLIED'))
  const line = (key: 'applied_by' | 'reviewed_by' | 'withdrawn_by', by: string | null, at: string) =>
    t(key, { by: by ?? t('system'), at: formatDateTime(at, language) })
  return (
    <li className={styles.revision}>
      <p className={styles.revisionHead}>
        <strong>{t('revision', { revision: String(revision.revision) })}</strong>
        {state ? <StateTag choice={state} /> : null}
        {revision.serving ? <StateTag choice={{ key: 'serving', label: { ja: '配信中', en: 'Being shown' }, colour: 'success' }} /> : null}
      </p>
      <p className={styles.small}>{line('applied_by', revision.applied_by, revision.applied_at)}</p>
      {revision.reviewed_at ? (
        <p className={styles.small}>
          {line(revision.result === 'WITHDRAWN' ? 'withdrawn_by' : 'reviewed_by', revision.reviewed_by, revision.reviewed_at)}
        </p>
      ) : null}
    </li>
  )
}

/** The submitted revisions of a creative, and the differences between its latest content and the one being served. */
export function RevisionSection({ record }: { record: ResourceRecord<typeof creative> }): ReactNode {
  const t = useScreenText()
  const params = { id: record.id }
  const { data, error, refetch } = useApiQuery(creativeEndpoints.revisions, { params })
  const { data: materials, ...reading } = useApiQuery(creativeEndpoints.materials, { params })
  const revisions = data?.data ?? []
  const serving = revisions.find((revision) => revision.serving)
  const isNewer = serving !== undefined && record.revision > serving.revision
  const unread = materials ? null : reading.error
  return (
    <>
      {isNewer ? (
        <Panel
          title={t('difference')}
          busy={!materials && !unread}
          failure={unread ? { error: unread, retry: () => void reading.refetch() } : null}
        >
          <p className={styles.note}>{t('still_serving', { revision: String(serving.revision) })}</p>
          {materials ? <RevisionDifference before={serving} after={{ content: record, materials: materials.data }} /> : null}
        </Panel>
      ) : null}
      <Panel title={t('revisions')} busy={!data && !error} failure={error && !data ? { error, retry: () => void refetch() } : null}>
        {revisions.length > 0 ? (
          <ol className={styles.list}>
            {revisions.map((revision) => (
              <RevisionRow key={revision.revision} revision={revision} />
            ))}
          </ol>
        ) : (
          <p className={styles.none}>{t(data ? 'no_revision' : 'loading')}</p>
        )}
      </Panel>
    </>
  )
}
