import { call } from '@adsite/api-client'
import { campaign, campaignEndpoints, campaignMinimumPeriod, defineResource, listSeparator, type ResourceRecord } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { Dialog, ResourceForm, useNavigateHere, type StoreForm } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import styles from '../base/ad.module.css'
import { useAdText } from '../base/texts.ts'

/** Fields of the copy dialog: the campaign's own fields with their validation. */
const copy = defineResource({
  name: campaign.name,
  path: campaign.path,
  label: campaign.label,
  plural: campaign.plural,
  title: 'name',
  permissions: campaign.permissions,
  fields: { name: campaign.fields.name, start_at: campaign.fields.start_at, end_at: campaign.fields.end_at },
  list: { columns: [], filters: [], sorts: [], defaultSort: 'name' },
  sections: [{ title: { ja: '複製先', en: 'The copy' }, fields: ['name', 'start_at', 'end_at'] }],
  checks: [campaignMinimumPeriod],
})

const dayLength = 86_400_000
/** Ads that are named with each fault; the others are counted. */
const namedAtMost = 3

/**
 * The copy starts when the original ends or, if that is in the past, at the next occurrence of the original's
 * start time; it has the same length.
 */
function nextPeriod(record: ResourceRecord<typeof campaign>): { start_at: string; end_at: string } {
  const [start, end] = [Date.parse(record.start_at), Date.parse(record.end_at)]
  const days = Math.max(0, Math.ceil((Date.now() - start) / dayLength))
  const from = end > Date.now() ? end : start + days * dayLength
  return { start_at: new Date(from).toISOString(), end_at: new Date(from + end - start).toISOString() }
}

export default function DuplicateDialog({ record, onClose }: { record: ResourceRecord<typeof campaign>; onClose: () => void }): ReactNode {
  const t = useAdText()
  const shell = useShell()
  const language = useLanguage()
  const navigate = useNavigateHere()

  /** A fault with the ads that have it; one of the campaign itself names none. */
  function faultOf(message: string, names: readonly string[]): string {
    const named = names.slice(0, namedAtMost).join(listSeparator(language))
    const count = names.length - namedAtMost
    return names.length === 0 ? message : t('lacking', { message, ads: count > 0 ? t('named_and_others', { named, count }) : named })
  }

  /** Copies the campaign; what its ads lack afterwards is told once for all that lack the same. */
  const store: StoreForm<typeof copy> = async (body) => {
    const params = { id: record.id }
    const { data } = await call(campaignEndpoints.duplicate, { params, body })
    const faults = [...Map.groupBy(data.errors ?? [], ({ message }) => message)].map(([message, errors]) =>
      faultOf(
        message,
        errors.flatMap(({ ad }) => (ad ? [ad.name] : [])),
      ),
    )
    return faults.length === 0 ? { id: data.id } : { id: data.id, warning: [t('duplicated_incomplete'), ...faults] }
  }

  return (
    <Dialog open title={t('duplicate_title')} footer={null} onCancel={onClose} width={720}>
      <div className={styles.stack}>
        <p className={styles.muted}>{t('duplicate_hint', { count: record.ad_count })}</p>
        <ResourceForm
          resource={copy}
          endpoint={campaignEndpoints.duplicate}
          record={null}
          initial={{ name: t('copy_of', { name: record.name }).slice(0, 128), ...nextPeriod(record) }}
          submitLabel={t('duplicate_button')}
          store={store}
          onSaved={(id, warning) => {
            if (warning) shell.alert('warn', warning, { autoClose: false })
            else shell.alert('success', [t('duplicated')], { autoClose: true })
            void navigate(shell.href('campaign.detail', { id }) ?? '/')
          }}
          onCancel={onClose}
        />
      </div>
    </Dialog>
  )
}
