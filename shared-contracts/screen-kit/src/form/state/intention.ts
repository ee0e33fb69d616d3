import { useRef } from 'react'

function randomKey(): string {
  // Not crypto.randomUUID: that exists on https and localhost only.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Idempotency keys: one for each intention. Sending the same body again (the answer was lost, the button was
 * hit twice) is the same intention and keeps its key; another body is another (spec/quality "Double submit").
 */
export function useIntentionKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current.key === '' || last.current.body !== text) last.current = { body: text, key: randomKey() }
    return last.current.key
  }
}
