import { japanDay } from '@adsite/contract'
import { formatDate, useLanguage } from '@adsite/i18n'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import styles from './factor-requirement.module.css'
import type { Requirement } from './RequirementDialog.tsx'
import { useRequirementText } from './texts.ts'

/** From when a second factor is required, in words. */
export function useRequiredFrom(): (day: string | null) => string {
  const text = useRequirementText()
  const language = useLanguage()
  return (day) =>
    day === null ? text('not_required') : text(day <= japanDay() ? 'required_since' : 'required_from', { day: formatDate(day, language) })
}

interface Props {
  readonly name: string
  /** The name as it is shown, such as with a link. */
  readonly heading: ReactNode
  readonly requirement: Requirement
  readonly onChange: () => void
}

/** One role or account with what is required of its users, and how many have a second factor. */
export function RequirementRow({ name, heading, requirement, onChange }: Props): ReactNode {
  const text = useRequirementText()
  const requiredFrom = useRequiredFrom()
  const { required_from, users, without_factor: without } = requirement
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <span className={styles.name}>{heading}</span>
        <span>{requiredFrom(required_from)}</span>
        <span className={styles.note}>{text('reach', { users, without })}</span>
      </div>
      <Button aria-label={text('change_named', { name })} onClick={onChange}>
        {text('change')}
      </Button>
    </li>
  )
}
