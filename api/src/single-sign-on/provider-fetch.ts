import type { CustomFetch } from 'openid-client'
import { Agent } from 'undici'
import { checkedLookup, isRefusedHost, RefusedAddress, type Reach } from '../webhook/public-address.ts'

/** Time for an answer of a provider (milliseconds). */
const patience = 10_000
/** Largest answer (bytes): metadata, keys and tokens have a few kilobytes. */
const largest = 1024 * 1024

/** Reads an answer up to its limit. */
async function bodyOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > largest) throw new Error(`The answer has more than ${largest} bytes`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** A refused address as the cause of a failed request; undefined for any other failure. */
const refusedIn = (error: unknown): RefusedAddress | undefined => {
  if (error instanceof RefusedAddress) return error
  return error instanceof Error && error.cause !== undefined ? refusedIn(error.cause) : undefined
}

/**
 * Asks a provider, whose metadata name further addresses: each is checked where it is connected to, as that of a webhook is
 * (webhook/public-address.ts), so that nobody asks the network of the site. Redirects are not followed.
 */
export function providerFetch(reach: Reach): CustomFetch {
  // A connection of its own for each call: one from a pool was checked for another.
  const dispatcher = new Agent({ connect: { lookup: checkedLookup(reach) }, pipelining: 0, keepAliveTimeout: 1, maxResponseSize: largest })
  return async (address, options) => {
    const url = new URL(address)
    const mayBePlain = reach === 'loopback' && url.protocol === 'http:'
    if (isRefusedHost(url, reach) || (url.protocol !== 'https:' && !mayBePlain)) throw new RefusedAddress('The address is not public')
    const signal = AbortSignal.timeout(patience)
    // The types of the browser do not know `dispatcher`, which Node's fetch takes.
    const body = options.body instanceof Uint8Array ? new Uint8Array(options.body) : options.body
    const init: RequestInit & { dispatcher: Agent } = { ...options, body: body ?? null, redirect: 'manual', signal, dispatcher }
    try {
      const response = await fetch(url, init)
      const answered = await bodyOf(response)
      const hasBody = ![204, 205, 304].includes(response.status)
      return new Response(hasBody ? answered : null, { status: response.status, headers: response.headers })
    } catch (error) {
      throw refusedIn(error) ?? error
    }
  }
}
