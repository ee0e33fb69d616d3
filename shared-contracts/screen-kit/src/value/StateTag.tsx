import type { Choice } from '@adsite/contract'
import { useText } from '@adsite/i18n'
import type { ReactNode } from 'react'
import { kit } from '../base/styles.tsx'

/** A state in its tone. The text says it all; the colour only helps to find it. */
export function StateTag({ choice }: { choice: Choice }): ReactNode {
  const text = useText()
  return <span className={`${kit.tag} ${kit[`tag_${choice.colour ?? 'neutral'}`]}`}>{text(choice.label)}</span>
}
