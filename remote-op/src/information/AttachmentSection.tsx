import { apiUrl, call, useApiQuery } from '@adsite/api-client'
import { useMay } from '@adsite/auth'
import { attachmentLimits, attachmentTypes, informationEndpoints, type Attachment } from '@adsite/contract'
import { formatBytes, useLanguage } from '@adsite/i18n'
import { useShell } from '@adsite/remote'
import { Icon, Panel, refreshFiles, UploadBox } from '@adsite/screen-kit'
import { mdiDeleteOutline, mdiFileImageOutline, mdiFilePdfBox } from '@mdi/js'
import { Button, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { attachmentTarget } from './attachment-target.ts'
import styles from './information.module.css'
import { useScreenText } from './texts.ts'

interface FileRowProps {
  readonly informationId: number
  readonly file: Attachment
  /** Absent: the reader may not take files off. */
  readonly onRemove: (() => void) | null
}

function FileRow({ informationId, file, onRemove }: FileRowProps): ReactNode {
  const t = useScreenText()
  const language = useLanguage()
  const href = apiUrl(informationEndpoints.download, { params: { id: informationId, attachment_id: file.id } })
  return (
    <li className={styles.file}>
      <Icon path={file.content_type === 'application/pdf' ? mdiFilePdfBox : mdiFileImageOutline} size={20} />
      <a className={styles.name} href={href} download={file.name}>
        {file.name}
      </a>
      <span className={styles.size}>{formatBytes(file.size, language)}</span>
      {onRemove ? (
        <Button
          type="text"
          danger
          icon={<Icon path={mdiDeleteOutline} />}
          aria-label={t('remove', { name: file.name })}
          title={t('remove', { name: file.name })}
          onClick={onRemove}
        />
      ) : null}
    </li>
  )
}

/** The files of an announcement: those there are, with download and delete, and a box to add more. */
export function AttachmentSection({ informationId }: { informationId: number }): ReactNode {
  const t = useScreenText()
  const shell = useShell()
  const mayChange = useMay('information.update')
  const { data, error, refetch } = useApiQuery(informationEndpoints.attachments, { params: { id: informationId } })
  const [removing, setRemoving] = useState<Attachment | null>(null)
  const [running, setRunning] = useState(false)
  const files = data?.data

  async function remove({ id, name }: Attachment): Promise<void> {
    setRunning(true)
    const { done } = await shell.run(() => call(informationEndpoints.detach, { params: { id: informationId, attachment_id: id } }))
    // After a refusal too: somebody else may have taken it off.
    await refreshFiles(attachmentTarget(informationId))
    setRunning(false)
    setRemoving(null)
    if (done) shell.alert('success', [t('removed', { name })], { autoClose: true })
  }

  return (
    <Panel title={t('attachments')} busy={!files && !error} failure={error && !files ? { error, retry: () => void refetch() } : null}>
      {files?.length ? (
        <ul className={styles.files} aria-label={t('attachment_list')}>
          {files.map((file) => (
            <FileRow key={file.id} informationId={informationId} file={file} onRemove={mayChange ? () => setRemoving(file) : null} />
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
          hint={t('limits', { megabytes: attachmentLimits.bytes / 1024 / 1024, count: attachmentLimits.count })}
        />
      ) : null}
      <Modal
        open={removing !== null}
        title={t('remove_title')}
        okText={t('remove_button')}
        okButtonProps={{ danger: true }}
        confirmLoading={running}
        cancelText={t('cancel')}
        onOk={() => void (removing && remove(removing))}
        onCancel={() => setRemoving(null)}
      >
        {t('remove_text', { name: removing?.name ?? '' })}
      </Modal>
    </Panel>
  )
}
