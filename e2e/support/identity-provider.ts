import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { environment, root } from './site.ts'

/** Somebody whom the provider knows. */
interface Person {
  readonly sub: string
  readonly name: string
  readonly groups: readonly string[]
}

/** A provider of OpenID Connect and a name server, in a process of their own. */
export interface EdgeOfSignOn {
  /** Settings of a site that may use them. */
  readonly settings: Readonly<Record<string, string>>
  /** Starts the provider for the site at this address; answers its issuer. */
  provideFor(site: string): Promise<string>
  addPerson(email: string, person: Person): Promise<void>
  addRecord(name: string, text: string): Promise<void>
  /** The person signs out at the provider, which tells the site at that address. */
  signOut(sub: string, backChannel: string): Promise<void>
  stop(): Promise<void>
}

/** The site is registered at the provider with these (api/src/testing/sso). */
export const client = { id: 'adsite', secret: 'the secret of the site at the provider' } as const

export async function startEdgeOfSignOn(): Promise<EdgeOfSignOn> {
  const child = spawn('node', ['api/src/testing/sso/serve.ts'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  async function answer(): Promise<string> {
    const [message] = (await once(child, 'message')) as [{ answer?: string; fault?: string }]
    if (message.answer === undefined) throw new Error(message.fault)
    return message.answer
  }
  const ask = (order: object): Promise<string> => {
    const answered = answer()
    child.send(order)
    return answered
  }
  const nameServer = await answer()
  return {
    settings: { SSO_REACH: 'loopback', DNS_SERVERS: nameServer },
    provideFor: (site) => ask({ order: 'provider', site }),
    addPerson: async (email, person) => void (await ask({ order: 'person', email, person })),
    addRecord: async (name, text) => void (await ask({ order: 'record', name, text })),
    signOut: async (sub, backChannel) => void (await ask({ order: 'sign-out', sub, backChannel })),
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
