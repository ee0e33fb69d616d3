import { useRef } from 'react'

function randomKey(): string {
  // Not crypto.randomUUID: that exists on https and localhost only.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The key of a write; `of` tells apart what one form writes several of. */
export type KeyFor = (body: unknown, of?: string) => string

/**
 * Idempotency keys: one for each intention. Sending the same body again (the answer was lost, the button was
 * hit twice) is the same intention and keeps its key; another body is another (spec/quality "Double submit").
 */
export function useIntentionKey(): KeyFor {
  const last = useRef(new Map<string, { readonly body: string; readonly key: string }>())
  return (body, of = '') => {
    const text = JSON.stringify(body)
    const known = last.current.get(of)
    const intention = known?.body === text ? known : { body: text, key: randomKey() }
    last.current.set(of, intention)
    return intention.key
  }
}
