import type { CustomFetch } from 'openid-client'
import type { Agent } from 'undici'
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

/** Loaded when the first provider is asked: it would take a tenth of the start of every process. */
async function agentFor(reach: Reach): Promise<Agent> {
  const { Agent } = await import('undici')
  // A connection of its own for each call: one from a pool was checked for another.
  return new Agent({ connect: { lookup: checkedLookup(reach) }, pipelining: 0, keepAliveTimeout: 1, maxResponseSize: largest })
}

/**
 * Asks a provider, whose metadata name further addresses: each is checked where it is connected to, as that of a webhook is
 * (webhook/public-address.ts), so that nobody asks the network of the site. Redirects are not followed.
 */
export function providerFetch(reach: Reach): CustomFetch {
  let agent: Agent | undefined
  return async (address, options) => {
    const url = new URL(address)
    const mayBePlain = reach === 'loopback' && url.protocol === 'http:'
    if (isRefusedHost(url, reach) || (url.protocol !== 'https:' && !mayBePlain)) throw new RefusedAddress('The address is not public')
    const signal = AbortSignal.timeout(patience)
    const dispatcher = agent ?? (await agentFor(reach))
    agent = dispatcher
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
