// A process of its own for browser journeys: a name server and an identity provider, which do as the messages say.
import { startIdentityProvider, type IdentityProvider, type Person } from './identity-provider.ts'
import { startNameServer } from './name-server.ts'

/** What the parent process asks for, one after the other; each is answered by `{ answer }`. */
type Order =
  | { readonly order: 'provider'; readonly site: string }
  | { readonly order: 'person'; readonly email: string; readonly person: Person }
  | { readonly order: 'record'; readonly name: string; readonly text: string }
  | { readonly order: 'sign-out'; readonly sub: string; readonly backChannel: string }

/** Ids that providers of a journey may get. */
const ids = Array.from({ length: 60 }, (_, index) => index + 1)

const names = await startNameServer()
let provider: IdentityProvider | undefined

function running(): IdentityProvider {
  if (!provider) throw new Error('The provider has not been started')
  return provider
}

async function carryOut(asked: Order): Promise<string> {
  switch (asked.order) {
    case 'provider':
      provider = await startIdentityProvider({ redirectUris: ids.map((id) => `${asked.site}/auth/sso/${id}`), silent: false })
      return provider.issuer
    case 'person':
      running().people.set(asked.email, asked.person)
      return ''
    case 'record':
      names.texts.set(asked.name, [asked.text])
      return ''
    case 'sign-out':
      await running().signOutEverywhere(asked.sub, asked.backChannel)
      return ''
  }
}

process.on('message', (asked: Order) => {
  carryOut(asked).then(
    (answer) => process.send?.({ answer }),
    (error: unknown) => process.send?.({ fault: String(error) }),
  )
})
process.once('disconnect', () => process.exit())
process.send?.({ answer: names.address })
