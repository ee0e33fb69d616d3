import { mdiTrayArrowUp } from '@mdi/js'
import { useState, type DragEvent, type ReactNode } from 'react'
import { kit } from '../base/styles.tsx'
import { useKitText } from '../base/texts.ts'
import { Icon } from '../element/Icon.tsx'

interface FileDropProps {
  /** Types offered by the file dialog. */
  readonly accept: readonly string[]
  /** Describes the accepted files. */
  readonly hint: string
  readonly onFiles: (files: readonly File[]) => void
}

/** Accepts files by button, keyboard or drag and drop. */
export function FileDrop({ accept, hint, onFiles }: FileDropProps): ReactNode {
  const text = useKitText()
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => onFiles([...(files ?? [])])

  function drag(event: DragEvent): void {
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') take(event.dataTransfer.files)
  }

  return (
    <label className={kit.drop} data-over={over}>
      {/* The invisible input covers the box, so files dropped on the box are dropped on the input. */}
      <input
        type="file"
        multiple
        className={kit.drop_input}
        accept={accept.join(',')}
        onDragOver={drag}
        onDragLeave={drag}
        onDrop={drag}
        onChange={({ target: input }) => {
          take(input.files)
          // Allows choosing the same file again after it was corrected.
          input.value = ''
        }}
      />
      <span className={kit.drop_button}>
        <Icon path={mdiTrayArrowUp} size={20} />
        {text('upload_choose')}
      </span>
      <span>{text('upload_drop')}</span>
      <small>{hint}</small>
    </label>
  )
}
