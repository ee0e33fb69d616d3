import { useShell } from '@adsite/remote'
import { mdiAlertCircleOutline, mdiClose } from '@mdi/js'
import type { ReactNode } from 'react'
import { Icon } from '../element/Icon.tsx'
import kit from '../base/kit.module.css'
import styles from './upload.module.css'
import { FileDrop } from './FileDrop.tsx'
import { useUploads, type Upload, type UploadTarget } from './use-uploads.ts'
import { useUploadText } from './texts.ts'

function UploadRow({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }): ReactNode {
  const text = useUploadText()
  const { name, sent, fault } = upload
  if (fault !== null) {
    return (
      <li className={`${styles.file} ${styles.fileRefused}`} role="alert">
        <Icon path={mdiAlertCircleOutline} size={20} />
        <span className={styles.fileName}>{text('upload_refused', { name, fault })}</span>
        <button
          type="button"
          className={`${kit.squareButton} ${styles.fileDismiss}`}
          aria-label={text('upload_dismiss', { name })}
          onClick={onDismiss}
        >
          <Icon path={mdiClose} />
        </button>
      </li>
    )
  }
  return (
    <li className={styles.file}>
      <span className={styles.fileName}>{name}</span>
      <progress value={sent} max={1} aria-label={text('upload_sending', { name })} />
      {/* Upload complete; the server is checking the file. */}
      <span className={styles.fileSize}>{sent < 1 ? `${Math.floor(sent * 100)}%` : text('upload_checking')}</span>
    </li>
  )
}

interface UploadBoxProps {
  readonly target: UploadTarget
  /** Number of existing files of the record. */
  readonly there: number
  /** Types offered by the file dialog. */
  readonly accept: readonly string[]
  /** Describes the accepted files. */
  readonly hint: string
}

/** Uploads selected files immediately, each with its own progress and error. */
export function UploadBox({ target, there, accept, hint }: UploadBoxProps): ReactNode {
  const text = useUploadText()
  const shell = useShell()
  const { uploads, add, dismiss } = useUploads(target, (name) =>
    shell.alert('success', [text('upload_added', { name })], { autoClose: true }),
  )
  return (
    <>
      {uploads.length > 0 ? (
        <ul className={styles.files}>
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
          ))}
        </ul>
      ) : null}
      <FileDrop accept={accept} hint={hint} onFiles={(files) => void add(files, there)} />
    </>
  )
}
