import type { AnyResource } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { mdiMagnify } from '@mdi/js'
import { Input } from 'antd'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { ignoreComposingEnter, isComposing } from '../../base/composing.ts'
import { Icon } from '../../element/Icon.tsx'
import styles from './toolbar.module.css'
import { labelParameters, useKitText } from '../../base/texts.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'
import { fieldOf } from '../../base/field-of.ts'

/** Debounce time in milliseconds. */
const pause = 300

interface SearchBoxProps {
  readonly resource: AnyResource
  readonly list: ResourceListState
}

/**
 * Searches while the user types, and immediately on Enter (except for the Enter that confirms an IME conversion;
 * never during one). The box follows the URL; one burst of typing makes one history entry.
 */
export function SearchBox({ resource, list }: SearchBoxProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const value = list.query['q'] ?? ''
  const { searchLabel } = resource.list
  const label = searchLabel ? localize(searchLabel) : text('search_by', labelParameters(localize(fieldOf(resource, resource.title).label)))
  const [typed, setTyped] = useState(value)
  const [isConverting, setConverting] = useState(false)
  /** The last query this box applied, and the last query seen in the URL. */
  const [sent, setSent] = useState<string | null>(null)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setTyped(value)
      setSent(null)
    }
  }

  function search(words: string): void {
    const q = words.trim()
    if (q === value) return
    list.change({ q: q || null }, { replace: sent !== null })
    setSent(q)
  }

  const settle = useEffectEvent((words: string) => search(words))
  useEffect(() => {
    if (isConverting) return undefined
    const timer = setTimeout(() => settle(typed), pause)
    return () => clearTimeout(timer)
  }, [typed, isConverting])

  return (
    <search className={styles.search}>
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        prefix={<Icon path={mdiMagnify} />}
        allowClear
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onCompositionStart={() => setConverting(true)}
        onCompositionEnd={() => setConverting(false)}
        onBlur={() => setSent(null)}
        onKeyDown={ignoreComposingEnter}
        onClear={() => search('')}
        onPressEnter={(event) => {
          if (!isComposing(event)) search(event.currentTarget.value)
        }}
      />
    </search>
  )
}
