import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Where messages may go: anywhere on the internet or, in tests alone, to this machine too. */
export type Reach = 'public' | 'loopback'

/** An address that no message is sent to, since a user named it and it may lead into the network of the site. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
}

const internet = ipaddr.parseCIDR('2000::/3')

/** Whether an IP address is one of the internet, in any of its spellings; embedded IPv4 addresses count as what they are. */
export function mayReach(address: string, reach: Reach): boolean {
  if (isIP(address) === 0) return false
  const found = ipaddr.process(address.replace(/%.*$/su, ''))
  const range = found.range()
  if (reach === 'loopback' && range === 'loopback') return true
  return range === 'unicast' && (found.kind() === 'ipv4' || found.match(internet))
}

/** The host of an address as it is connected to: without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/u, '$1')

/** Whether the address names a host that is refused without asking: an IP address, in any spelling that URLs understand. */
export function isRefusedHost(url: URL, reach: Reach): boolean {
  const host = hostOf(url)
  return isIP(host) !== 0 && !mayReach(host, reach)
}

export type Resolve = (host: string, options: { readonly all: true }, done: (error: Error | null, found: LookupAddress[]) => void) => void

/**
 * Resolves a name for a connection, and refuses it where one of its addresses may not be reached. The connection is made to
 * the addresses that were checked here, and the name is not asked again: it may answer something else the next time.
 */
export function checkedLookup(reach: Reach, resolve: Resolve = resolveName): LookupFunction {
  return (host, { all }, done) => {
    resolve(host, { all: true }, (error, found) => {
      const [first] = found ?? []
      if (error) done(error, '')
      else if (!first || found.some(({ address }) => !mayReach(address, reach))) done(new RefusedAddress('The address is not public'), '')
      else if (all) done(null, found)
      else done(null, first.address, first.family)
    })
  }
}
