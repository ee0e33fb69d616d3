import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Webhook } from 'standardwebhooks'

export interface SignedMessage {
  /** The same for every attempt, so that receivers can tell repetitions. */
  readonly id: string
  readonly body: string
}

interface Way {
  /** Each of them signs; the receiver takes a message that one of its secrets has signed. */
  readonly signers: readonly Webhook[]
  /** Milliseconds for the whole call. */
  readonly patience: number
  /** How names are resolved. Default: as the system does. */
  readonly lookup?: LookupFunction
}

/**
 * Posts a message as Standard Webhooks says, and answers the status. Redirects are not followed, since they would let the
 * receiver choose the address, and the answer is not read.
 */
export function postSigned(url: URL, { id, body }: SignedMessage, { signers, patience, lookup }: Way): Promise<number> {
  const now = new Date()
  const signal = AbortSignal.timeout(patience)
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      // A connection of its own: one from a pool was checked for another call.
      agent: false,
      signal,
      ...(lookup && { lookup }),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'adsite-webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signers.map((signer) => signer.sign(id, now, body)).join(' '),
      },
    })
    sent.once('response', (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    })
    sent.once('error', (error) => reject(signal.aborted ? signal.reason : error))
    sent.end(body)
  })
}
