import { apiUrl, call, useApiQuery } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import { attachmentLimits, attachmentTypes, informationEndpoints, type Attachment } from '@adsite/contract'
import { formatBytes, useLanguage } from '@adsite/i18n'
import { FileLink, Icon, Panel, RemoveFileButton, UploadBox, useFileRemoval } from '@adsite/screen-kit'
import { mdiFileImageOutline, mdiFilePdfBox } from '@mdi/js'
import type { ReactNode } from 'react'
import { attachmentTarget } from './attachment-target.ts'
import styles from './information.module.css'
import { useScreenText } from './texts.ts'

interface FileRowProps {
  readonly informationId: number
  readonly file: Attachment
  /** Absent: the user may not remove files. */
  readonly onRemove: (() => void) | null
}

function FileRow({ informationId, file, onRemove }: FileRowProps): ReactNode {
  const language = useLanguage()
  const href = apiUrl(informationEndpoints.download, { params: { id: informationId, attachment_id: file.id } })
  return (
    <li className={styles.file}>
      <Icon path={file.content_type === 'application/pdf' ? mdiFilePdfBox : mdiFileImageOutline} size={20} />
      <FileLink className={styles.name} href={href} download={file.name}>
        {file.name}
      </FileLink>
      <span className={styles.size}>{formatBytes(file.size, language)}</span>
      {onRemove ? <RemoveFileButton name={file.name} onClick={onRemove} /> : null}
    </li>
  )
}

/** The files of an announcement with download and delete, and a drop zone to add more. */
export function AttachmentSection({ informationId }: { informationId: number }): ReactNode {
  const t = useScreenText()
  const mayChange = useMay('information.update')
  const { data, error, refetch } = useApiQuery(informationEndpoints.attachments, { params: { id: informationId } })
  const files = data?.data

  const { ask, dialog } = useFileRemoval({
    target: attachmentTarget(informationId),
    remove: ({ id }: Attachment) => call(informationEndpoints.detach, { params: { id: informationId, attachment_id: id } }),
    words: { title: t('remove_title'), text: (name) => t('remove_text', { name }), done: (name) => t('removed', { name }) },
  })

  return (
    <Panel title={t('attachments')} busy={!files && !error} failure={error && !files ? { error, retry: () => void refetch() } : null}>
      {files?.length ? (
        <ul className={styles.files} aria-label={t('attachment_list')}>
          {files.map((file) => (
            <FileRow key={file.id} informationId={informationId} file={file} onRemove={mayChange ? () => ask(file) : null} />
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{t(files ? 'none' : 'loading')}</p>
      )}
      {mayChange && files ? (
        <UploadBox
          target={attachmentTarget(informationId)}
          there={files.length}
          accept={attachmentTypes}
          hint={t('limits', { megabytes: attachmentLimits.bytes / 1_000_000, count: attachmentLimits.count })}
        />
      ) : null}
      {dialog}
    </Panel>
  )
}
