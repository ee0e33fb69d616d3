import { mdiDeleteOutline } from '@mdi/js'
import type { ReactNode } from 'react'
import { useKitText } from '../base/texts.ts'
import { Icon } from '../element/Icon.tsx'
import { WriteButton } from '../read-only/WriteButton.tsx'

/** Begins the deletion of one file (`useFileRemoval`). */
export function RemoveFileButton({ name, onClick }: { name: string; onClick: () => void }): ReactNode {
  const label = useKitText()('remove_file', { name })
  return <WriteButton type="text" danger icon={<Icon path={mdiDeleteOutline} />} aria-label={label} title={label} onClick={onClick} />
}
