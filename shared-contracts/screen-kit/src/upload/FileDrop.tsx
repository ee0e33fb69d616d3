import { mdiTrayArrowUp } from '@mdi/js'
import { useState, type DragEvent, type ReactNode } from 'react'
import { kit } from '../base/styles.tsx'
import { useKitText } from '../base/texts.ts'
import { Icon } from '../element/Icon.tsx'

interface FileDropProps {
  /** Types that the file dialog offers. */
  readonly accept: readonly string[]
  /** What is taken, in words. */
  readonly hint: string
  readonly onFiles: (files: readonly File[]) => void
}

/** Takes files by a button, by the keyboard, or dropped onto it. */
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
      {/* Unseen, it covers the box: what is dropped there is dropped on it. */}
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
          // The same file may be chosen again once it is mended.
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
