import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider, { type Configuration } from 'oidc-provider'

/** Somebody whom the provider knows, by their e-mail address. */
export interface Person {
  readonly sub: string
  readonly name: string
  readonly groups?: unknown
  readonly email_verified?: boolean
  /** What they give when they sign in. */
  readonly amr?: readonly string[]
  /** The address that the provider tells, if it is another. */
  readonly email?: string
}

interface Options {
  readonly port?: number
  /** Where browsers are sent back to, of all sites and providers that it is for. */
  readonly redirectUris: readonly string[]
  /** Signs people in without asking, as a provider does that knows the browser. Otherwise a page with a button. */
  readonly silent?: boolean
}

export const clientOfTests = { id: 'adsite', secret: 'the secret of the site at the provider' } as const

export interface IdentityProvider {
  readonly issuer: string
  readonly people: Map<string, Person>
  /** Ends what is known of a browser, as the provider's own page to sign out does, and tells the site at that address of it. */
  signOutEverywhere(sub: string, backChannel: string): Promise<void>
  close(): Promise<void>
}

const escaped = (text: string) => text.replaceAll(/[&<>"]/gu, (sign) => `&#${sign.codePointAt(0)};`)

/** A provider of OpenID Connect on this machine, as companies have one (the package oidc-provider). */
export async function startIdentityProvider({ port = 0, redirectUris, silent = true }: Options): Promise<IdentityProvider> {
  const people = new Map<string, Person>()
  const bySub = (sub: string) => [...people].find(([, person]) => person.sub === sub)
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The provider has no port')
  const issuer = `http://127.0.0.1:${bound.port}`
  const sessions = new Set<string>()

  const configuration: Configuration = {
    clients: [
      {
        client_id: clientOfTests.id,
        client_secret: clientOfTests.secret,
        redirect_uris: [...redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        // Each test names its own; with it, tokens of sign-ins have a `sid`.
        backchannel_logout_uri: 'https://site.test/none',
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ['sub', 'amr', 'auth_time'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    // Without the provider's own refusal of addresses on this machine.
    fetch: (url, options) => fetch(url, Object.assign({}, options, { dispatcher: undefined })),
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the cookies of a provider in tests'] },
    findAccount: (_, sub) => {
      const found = bySub(sub)
      if (!found) return undefined
      const [email, person] = found
      const { name, groups } = person
      return {
        accountId: sub,
        claims: () => ({ sub, name, email: person.email ?? email, email_verified: person.email_verified ?? true, groups }),
      }
    },
    ttl: { Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  }
  const provider = new Provider(issuer, configuration)
  provider.on('session.saved', ({ jti }: { jti: string }) => void sessions.add(jti))

  async function answerInteraction(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params } = await provider.interactionDetails(request, response)
    const email = typeof params['login_hint'] === 'string' ? params['login_hint'] : ''
    const person = people.get(email)
    if (!silent && request.method === 'GET') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><html lang="en"><title>Provider</title><h1>Identity provider</h1>
        <form method="post"><p>${escaped(email)}</p><button>Continue as ${escaped(person?.name ?? 'nobody')}</button></form></html>`)
      return
    }
    if (!person) {
      await provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'nobody of that address' })
      return
    }
    const grant = new provider.Grant({ accountId: person.sub, clientId: clientOfTests.id })
    grant.addOIDCScope('openid email profile groups')
    const grantId = await grant.save()
    const login = { accountId: person.sub, amr: [...(person.amr ?? ['pwd'])], ts: Math.floor(Date.now() / 1000) }
    await provider.interactionFinished(
      request,
      response,
      prompt.name === 'login' ? { login, consent: { grantId } } : { consent: { grantId } },
    )
  }

  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    answerInteraction(request, response).catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  })
  return {
    issuer,
    people,
    async signOutEverywhere(sub, backChannel) {
      for (const jti of sessions) {
        const session = await provider.Session.find(jti)
        if (session?.accountId !== sub) continue
        const client = await provider.Client.find(clientOfTests.id)
        const sid = session.sidFor(clientOfTests.id)
        // The types do not know it.
        const tell: unknown = client?.backchannelLogout
        if (!client || typeof tell !== 'function' || !sid) throw new Error('The provider knows of no sign-in of that person')
        await tell.call(Object.assign(client, { backchannelLogoutUri: backChannel }), sub, sid)
        await session.destroy()
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A browser at the provider: follows its redirects and keeps its cookies, up to the address of the site. */
export class ProviderBrowser {
  readonly #cookies = new Map<string, string>()

  /** Where the provider sends the browser back to. */
  async visit(address: string, site: string): Promise<URL> {
    let url = new URL(address)
    for (let count = 0; count < 10; count += 1) {
      if (url.href.startsWith(site)) return url
      const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
      const response = await fetch(url, { redirect: 'manual', headers: { Cookie: cookie } })
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/u.exec(line) ?? []
        if (name !== undefined && value !== undefined) this.#cookies.set(name, value)
      }
      const next = response.headers.get('Location')
      if (next === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
      url = new URL(next, url)
    }
    throw new Error('The provider sent the browser in circles')
  }
}
