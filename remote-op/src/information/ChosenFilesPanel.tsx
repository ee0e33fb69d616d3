import { attachmentLimits, attachmentTypes } from '@adsite/contract'
import { formatBytes, useLanguage } from '@adsite/i18n'
import { FileDrop, Icon, Panel } from '@adsite/screen-kit'
import { mdiClose, mdiFileImageOutline, mdiFilePdfBox } from '@mdi/js'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import styles from './information.module.css'
import { useScreenText } from './texts.ts'
import type { ChosenFiles } from './use-chosen-files.ts'

/** The files selected for an announcement that is not created yet. */
export function ChosenFilesPanel({ state }: { state: ChosenFiles }): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  return (
    <Panel title={t('attachments')}>
      {state.files.length > 0 ? (
        <ul className={styles.files} aria-label={t('chosen')}>
          {state.files.map(({ key, file, fault }) => (
            <li key={key} className={fault === null ? styles.file : `${styles.file} ${styles.refused}`}>
              <Icon path={file.type === 'application/pdf' ? mdiFilePdfBox : mdiFileImageOutline} size={20} />
              <span className={styles.name} role={fault === null ? undefined : 'alert'}>
                {fault === null ? file.name : t('attach_fault', { name: file.name, fault })}
              </span>
              <span className={styles.size}>{formatBytes(file.size, language)}</span>
              <Button
                type="text"
                icon={<Icon path={mdiClose} />}
                aria-label={t('take_off', { name: file.name })}
                title={t('take_off', { name: file.name })}
                onClick={() => state.remove(key)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{t('chosen_hint')}</p>
      )}
      <FileDrop
        accept={attachmentTypes}
        hint={t('limits', { megabytes: attachmentLimits.bytes / 1_000_000, count: attachmentLimits.count })}
        onFiles={state.add}
      />
    </Panel>
  )
}
