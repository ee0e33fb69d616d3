import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose'

/** The parameters of the address that a browser was sent to. */
type Asked = Readonly<Record<string, string>>

interface Forgery {
  /** Claims that differ from those of an honest provider; undefined leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** How the token is signed. Default: with the key that the provider publishes. */
  readonly sign?: 'other key' | 'none' | 'client secret' | 'garbage'
  /** Answer of the token endpoint in place of a token. */
  readonly answer?: { readonly status: number; readonly body: object }
  /** What the provider tells about its subject besides. */
  readonly userinfo?: object
}

export interface ForgingProvider {
  readonly issuer: string
  /** What the next token is like. */
  forge(forgery: Forgery): void
  /** Changes of its metadata. */
  metadata: Record<string, unknown>
  /** What the token endpoint was sent last. */
  readonly received: URLSearchParams
  /** Signs any claims with its key, such as those of a logout token. */
  sign(claims: JWTPayload, header?: Readonly<Record<string, string>>): Promise<string>
  close(): Promise<void>
}

/** A provider that answers whatever a test wants: as an attacker does, or one that is broken. */
export async function startForgingProvider(secret: string): Promise<ForgingProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const { privateKey: otherKey } = await generateKeyPair('RS256')
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The provider has no port')
  const issuer = `http://127.0.0.1:${bound.port}`
  let forgery: Forgery = {}
  let received = new URLSearchParams()
  const signed = (claims: JWTPayload, key: CryptoKey | Uint8Array, alg: string, header: object = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid: 'one', ...header }).sign(key)

  async function tokenOf(claims: JWTPayload): Promise<string> {
    if (forgery.sign === 'none') return new UnsecuredJWT(claims).encode()
    if (forgery.sign === 'client secret') return signed(claims, new TextEncoder().encode(secret.padEnd(32, '.')), 'HS256')
    if (forgery.sign === 'garbage') return 'no.token.at-all'
    return signed(claims, forgery.sign === 'other key' ? otherKey : privateKey, 'RS256')
  }

  const provider: ForgingProvider = {
    issuer,
    metadata: {},
    forge: (next) => (forgery = next),
    get received() {
      return received
    },
    sign: (claims, header) => signed(claims, privateKey, 'RS256', header),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function answer(path: string, body: string): Promise<[status: number, body: object]> {
    if (path === '/.well-known/openid-configuration') {
      const own = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` }
      return [200, { ...own, ...(forgery.userinfo && { userinfo_endpoint: `${issuer}/me` }), ...provider.metadata }]
    }
    if (path === '/jwks') return [200, { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }]
    if (path === '/me') return [200, forgery.userinfo ?? {}]
    received = new URLSearchParams(body)
    if (forgery.answer) return [forgery.answer.status, forgery.answer.body]
    const now = Math.floor(Date.now() / 1000)
    const honest = { iss: issuer, aud: 'adsite', sub: 'somebody', iat: now, exp: now + 300, auth_time: now }
    const id_token = await tokenOf(JSON.parse(JSON.stringify({ ...honest, ...forgery.claims })) as JWTPayload)
    return [200, { access_token: 'x', token_type: 'Bearer', expires_in: 300, id_token }]
  }

  server.on('request', (request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      void answer(new URL(request.url ?? '/', issuer).pathname, body).then(([status, sent]) => {
        response.writeHead(status, { 'Content-Type': 'application/json' })
        response.end(JSON.stringify(sent))
      })
    })
  })
  return provider
}

/** What the site asked the provider for. */
export const askedOf = (url: string): Asked => Object.fromEntries(new URL(url).searchParams)
