import { attachmentLimits, attachmentTypes } from '@adsite/contract'
import { useShell } from '@adsite/remote'
import { Icon } from '@adsite/screen-kit'
import { mdiAlertCircleOutline, mdiClose, mdiTrayArrowUp } from '@mdi/js'
import { useState, type DragEvent, type ReactNode } from 'react'
import styles from './information.module.css'
import { useScreenText } from './texts.ts'
import { useUploads, type Upload } from './use-uploads.ts'

function UploadRow({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }): ReactNode {
  const t = useScreenText()
  const { name, sent, fault } = upload
  if (fault !== null) {
    return (
      <li className={styles.refused} role="alert">
        <Icon path={mdiAlertCircleOutline} size={20} />
        <span className={styles.name}>{`${name}：${fault}`}</span>
        <button type="button" className={styles.dismiss} aria-label={t('dismiss', { name })} onClick={onDismiss}>
          <Icon path={mdiClose} />
        </button>
      </li>
    )
  }
  return (
    <li className={styles.sending}>
      <span className={styles.name}>{name}</span>
      <progress value={sent} max={1} aria-label={t('sending', { name })} />
      {/* All is sent: the server looks at the bytes. */}
      <span className={styles.size}>{sent < 1 ? `${Math.floor(sent * 100)}%` : t('checking')}</span>
    </li>
  )
}

/** Takes files by a button, by the keyboard, or dropped onto it. */
export function UploadBox({ informationId, attached }: { informationId: number; attached: number }): ReactNode {
  const t = useScreenText()
  const shell = useShell()
  const [over, setOver] = useState(false)
  const { uploads, add, dismiss } = useUploads(informationId, (name) =>
    shell.alert('success', [t('attached', { name })], { autoClose: true }),
  )
  const take = (files: FileList | null) => void add([...(files ?? [])], attached)

  function drag(event: DragEvent): void {
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') take(event.dataTransfer.files)
  }

  return (
    <>
      {uploads.length > 0 ? (
        <ul className={styles.files}>
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
          ))}
        </ul>
      ) : null}
      <label className={styles.box} data-over={over}>
        {/* Unseen, it covers the box: what is dropped there is dropped on it. */}
        <input
          type="file"
          multiple
          className={styles.input}
          accept={attachmentTypes.join(',')}
          onDragOver={drag}
          onDragLeave={drag}
          onDrop={drag}
          onChange={({ target }) => {
            take(target.files)
            // The same file may be chosen again once it is mended.
            target.value = ''
          }}
        />
        <span className={styles.choose}>
          <Icon path={mdiTrayArrowUp} size={20} />
          {t('choose')}
        </span>
        <span>{t('drop')}</span>
        <small>{t('limits', { megabytes: attachmentLimits.bytes / 1024 / 1024, count: attachmentLimits.count })}</small>
      </label>
    </>
  )
}
