import { apiUrl } from '@adsite/api-client'
import { advertisementEndpoints, previewDevices, type PreviewDevice } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'
import type { KitRecord } from '@adsite/screen-kit'
import { Segmented } from 'antd'
import { useState, type ReactNode } from 'react'
import styles from '../md.module.css'
import { Panel } from '../Panel.tsx'
import { useScreenText } from '../texts.ts'

/** What is shown, in a frame without an origin and without scripts (QUALITY "previews"). */
export function PreviewSection({ record }: { record: KitRecord }): ReactNode {
  const t = useScreenText()
  const locale = useLanguage()
  const [device, setDevice] = useState<PreviewDevice>('desktop')
  const src = apiUrl(advertisementEndpoints.preview, { params: { id: record.id }, query: { device, locale } })
  return (
    <Panel
      title={t('preview')}
      actions={
        <Segmented
          aria-label={t('device')}
          value={device}
          onChange={setDevice}
          options={previewDevices.map((value) => ({ value, label: t(value) }))}
        />
      }
    >
      <div className={styles.stage} data-device={device}>
        <iframe key={src} src={src} sandbox="" loading="lazy" title={t('preview_of', { name: String(record['name']) })} />
      </div>
    </Panel>
  )
}
