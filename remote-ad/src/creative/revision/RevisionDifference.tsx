import type { CreativeRevision } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { PlainValue } from '@adsite/screen-kit'
import type { ReactNode } from 'react'
import styles from '../base/creative.module.css'
import { fieldDifferences, materialDifference } from './difference.ts'
import { useScreenText } from '../base/texts.ts'

type Compared = Pick<CreativeRevision, 'materials'> & { readonly content: Readonly<Record<string, unknown>> }

/** The differences between a new revision and the one being served, by field. */
export function RevisionDifference({ before, after }: { before: Compared; after: Compared }): ReactNode {
  const t = useScreenText()
  const localize = useLocalize()
  const fields = fieldDifferences(before.content, after.content)
  const materials = materialDifference(before.materials, after.materials)
  if (fields.length === 0 && !materials) return <p className={styles.none}>{t('same')}</p>
  return (
    <table className={styles.difference}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, field, before: old, after: now }) => (
          <tr key={name}>
            <th scope="row">{localize(field.label)}</th>
            <td>
              <PlainValue field={field} value={old} />
            </td>
            <td>
              <PlainValue field={field} value={now} />
            </td>
          </tr>
        ))}
        {materials ? (
          <tr>
            <th scope="row">{t('materials')}</th>
            <td>{materials.before.join('\n') || '—'}</td>
            <td>{materials.after.join('\n') || '—'}</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  )
}
