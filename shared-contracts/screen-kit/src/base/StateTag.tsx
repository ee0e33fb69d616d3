import type { Choice } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import type { ReactNode } from 'react'
import kit from './kit.module.css'

/** A state in its colour. The label carries the full meaning; the colour only helps to find it. */
export function StateTag({ choice }: { choice: Choice }): ReactNode {
  const localize = useLocalize()
  return <span className={`${kit.tag} ${kit[choice.colour ?? 'neutral']}`}>{localize(choice.label)}</span>
}
