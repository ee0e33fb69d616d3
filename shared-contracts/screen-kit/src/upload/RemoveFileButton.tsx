import { mdiDeleteOutline } from '@mdi/js'
import type { ReactNode } from 'react'
import { Icon } from '../element/Icon.tsx'
import { WriteButton } from '../read-only/WriteButton.tsx'
import { useUploadText } from './texts.ts'

/** Begins the deletion of one file (`useFileRemoval`). */
export function RemoveFileButton({ name, onClick }: { name: string; onClick: () => void }): ReactNode {
  const label = useUploadText()('remove_file', { name })
  return <WriteButton type="text" danger icon={<Icon path={mdiDeleteOutline} />} aria-label={label} title={label} onClick={onClick} />
}
