import { withoutTurns } from '@adsite/contract'
import { formatBytes, useLanguage } from '@adsite/i18n'
import { mdiTrayArrowUp } from '@mdi/js'
import { useState, type DragEvent, type ReactNode } from 'react'
import styles from './upload.module.css'
import { useReadOnly } from '../read-only/use-read-only.ts'
import { Icon } from '../element/Icon.tsx'
import { useUploadText } from './texts.ts'

interface CommonProps {
  /** Types offered by the file dialog. */
  readonly accept: readonly string[]
  /** Describes the accepted files. */
  readonly hint: string
}

interface SeveralFiles extends CommonProps {
  readonly onFiles: (files: readonly File[]) => void
}

/** One file, which the next one replaces. */
interface SingleFile extends CommonProps {
  /** Label of the button. */
  readonly label: string
  /** The chosen file, shown in the box; null: none, or shown elsewhere. */
  readonly file: File | null
  readonly onFile: (file: File) => void
  /** Id of the message that says what is wrong with the file. */
  readonly faultId?: string | undefined
}

/** The file with a name that does not turn the sentences that tell of it. */
function named(file: File): File {
  const name = withoutTurns(file.name)
  return name === file.name ? file : new File([file], name, { type: file.type, lastModified: file.lastModified })
}

/** Accepts files by button, keyboard or drag and drop: several, or a single one. */
export function FileDrop(props: SeveralFiles | SingleFile): ReactNode {
  const { accept, hint } = props
  const single = 'onFile' in props ? props : null
  const text = useUploadText()
  const language = useLanguage()
  const [over, setOver] = useState(false)
  const readOnly = useReadOnly()

  function take(list: FileList | null): void {
    const files = [...(list ?? [])].map(named)
    if ('onFiles' in props) props.onFiles(files)
    else if (files[0]) props.onFile(files[0])
  }

  function drag(event: DragEvent): void {
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') take(event.dataTransfer.files)
  }

  return (
    <label className={styles.drop} data-over={over} data-off={readOnly !== null}>
      {/* The invisible input covers the box, so files dropped on the box are dropped on the input. */}
      <input
        type="file"
        multiple={single === null}
        className={styles.dropInput}
        disabled={readOnly !== null}
        accept={accept.join(',')}
        aria-invalid={single?.faultId !== undefined}
        aria-describedby={single?.faultId}
        onDragOver={drag}
        onDragLeave={drag}
        onDrop={drag}
        onChange={({ target: input }) => {
          take(input.files)
          // Allows choosing the same file again after it was corrected.
          input.value = ''
        }}
      />
      <span className={styles.dropButton}>
        <Icon path={mdiTrayArrowUp} size={20} />
        {single?.label ?? text('upload_choose')}
      </span>
      {single?.file ? (
        <span className={styles.dropChosen}>
          <strong>{single.file.name}</strong> {formatBytes(single.file.size, language)}
        </span>
      ) : (
        <span>{text(single ? 'upload_drop_one' : 'upload_drop')}</span>
      )}
      <small>{readOnly ?? hint}</small>
    </label>
  )
}
