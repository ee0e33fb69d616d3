import type { ApiKeyScope } from '@adsite/contract'
import type { ReactNode } from 'react'
import styles from './api-key.module.css'
import { useApiKeyText } from './texts.ts'

interface Properties {
  readonly scopes: readonly ApiKeyScope[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** The permissions that a key can have, each with what it allows. */
export function ScopeChoice({ scopes, chosen, onChange }: Properties): ReactNode {
  const text = useApiKeyText()
  function toggle(name: string): void {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    onChange(next)
  }
  return (
    <fieldset className={styles.scopes}>
      <legend>{text('scopes')}</legend>
      <p className={styles.help}>{text('scopes_hint')}</p>
      <div className={styles.scopeList}>
        {scopes.map(({ name, calls, writes }) => (
          <div key={name} className={styles.scope}>
            <input
              id={`scope-${name}`}
              type="checkbox"
              aria-describedby={`calls-${name}`}
              checked={chosen.has(name)}
              onChange={() => toggle(name)}
            />
            <div>
              <label htmlFor={`scope-${name}`}>{name}</label> <span className={styles.mark}>{text(writes ? 'writes' : 'reads')}</span>
              <small id={`calls-${name}`}>{calls.join(' ・ ')}</small>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
