import type { Release } from '@adsite/remote/release-format'
import * as v from 'valibot'
import { askSite } from '../error/ask-site.ts'
import { ReleaseError, releaseErrorCodes } from '../error/release-error.ts'

/** A site that is asked over the network, with what its token permits, in place of its registry. */
export interface Site {
  readonly address: string
  /**
   * Runs a verb there.
   * @throws ReleaseError of the site, and `site_failed` if it does not answer
   */
  call(verb: string, options: object): Promise<unknown>
  /** Sends a build with its signed release. */
  send(release: Release, files: ReadonlyMap<string, Buffer>, channel: string): Promise<unknown>
}

/** How long a verb may take, and a build on its way (milliseconds). */
const patience = { verb: 2 * 60_000, build: 10 * 60_000 }

const refusal = v.object({
  error: v.object({
    code: v.picklist(releaseErrorCodes),
    what: v.string(),
    why: v.string(),
    advice: v.string(),
    commands: v.optional(v.array(v.array(v.string()))),
    replaces: v.optional(v.nullable(v.string())),
  }),
})

const local = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The site at an address, `https://ads.example`. `who` uses the token, for its log.
 * @throws ReleaseError if the address or the token cannot be used
 */
export function openSite(address: string, { token, who }: { readonly token: string | undefined; readonly who: string }): Site {
  const site = URL.parse(address)
  const what = `The site ${address} was not asked`
  if (!site || (site.protocol !== 'https:' && !local.has(site.hostname))) {
    const why = site ? 'a token would cross the network unencrypted' : 'it is no address'
    throw new ReleaseError('site_failed', { what, why, advice: 'Give its address as in https://ads.example' })
  }
  const secret = token?.trim()
  if (!secret) {
    throw new ReleaseError('token_refused', {
      what,
      why: 'RELEASE_TOKEN is not set',
      advice: 'Set it to a token of the site, which its operators make with "release token create"',
    })
  }

  async function post(path: string, body: BodyInit, limit: number): Promise<unknown> {
    const origin = new URL(address).origin
    const what = `${origin} did not do it`
    const advice = 'See that the address is right and the site is up; then look at "release status" before repeating'
    const headers = { Authorization: `Bearer ${secret}`, ...(typeof body === 'string' && { 'Content-Type': 'application/json' }) }
    const request = { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(limit) } as const
    const answer = await askSite(new URL(path, origin), { what, advice, ...request })
    const json: unknown = await answer.json().catch(() => null)
    if (answer.ok && json !== null && typeof json === 'object' && 'result' in json) return json.result
    const refused = v.safeParse(refusal, json)
    if (refused.success) throw new ReleaseError(refused.output.error.code, refused.output.error)
    throw new ReleaseError('site_failed', { what, why: `it answered ${answer.status}, not as a site of this version does`, advice })
  }

  return {
    address,
    call: (verb, options) => post(`/registry/verbs/${verb}`, JSON.stringify({ options, user: userOf(who) }), patience.verb),
    send(release, files, channel) {
      const form = new FormData()
      form.set('release', JSON.stringify(release))
      for (const [path, body] of files) form.set(`file:${path}`, new Blob([new Uint8Array(body)]), 'file')
      return post(`/registry/builds/${release.unit}?${new URLSearchParams({ channel })}`, form, patience.build)
    },
  }
}

/** A name as a site accepts it. */
function userOf(who: string): string | undefined {
  const name = who
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, 60)
    .trim()
  return name === '' ? undefined : name
}
