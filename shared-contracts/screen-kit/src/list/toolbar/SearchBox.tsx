import type { AnyResource } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { mdiMagnify } from '@mdi/js'
import { Input } from 'antd'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { ignoreComposingEnter, isComposing } from '../../base/composing.ts'
import { Icon } from '../../element/Icon.tsx'
import { kit } from '../../base/styles.tsx'
import { labelParameters, useKitText } from '../../base/texts.ts'
import type { ResourceListState } from '../state/use-resource-list.ts'
import { fieldOf } from '../../base/field-of.ts'

/** Typing is over when no key came for this long (ms). */
const pause = 300

interface SearchBoxProps {
  readonly resource: AnyResource
  readonly list: ResourceListState
}

/**
 * Searches while somebody types, at once with Enter (but not with the one that ends a conversion, nor while there is
 * one). The box follows the address; what was typed in one go is one step back.
 */
export function SearchBox({ resource, list }: SearchBoxProps): ReactNode {
  const text = useKitText()
  const localize = useLocalize()
  const value = list.query['q'] ?? ''
  const label = text('search_by', labelParameters(localize(fieldOf(resource, resource.title).label)))
  const [typed, setTyped] = useState(value)
  const [isConverting, setConverting] = useState(false)
  /** What this box asked for last, and what the address said then. */
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
    <search className={kit.search}>
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        prefix={<Icon path={mdiMagnify} />}
        allowClear
        maxLength={255}
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
