import { useRef } from 'react'

function randomKey(): string {
  // crypto.randomUUID is available on https and localhost only.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the idempotency key of a write; `of` distinguishes several writes of one form. */
export type KeyFor = (body: unknown, of?: string) => string

/**
 * Idempotency keys, one per user intention. Resending the same body (lost response, double click) reuses the
 * key; a different body gets a new one (spec/quality "Double submit").
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
