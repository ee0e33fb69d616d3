import ipaddr from 'ipaddr.js'

/**
 * A network in its one form, `203.0.113.0/24`; a single address is a network of one. null if the text is none, or is every
 * address there is.
 */
export function parseNetwork(text: string): string | null {
  const [, address = '', length] = /^([^/]*)(?:\/([^/]*))?$/u.exec(text.trim()) ?? []
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return null
  const kind = ipaddr.parse(address).kind()
  const longest = kind === 'ipv4' ? 32 : 128
  const bits = length ?? String(longest)
  if (!/^[1-9]\d{0,2}$/u.test(bits) || Number(bits) > longest || address.includes('%')) return null
  const of = kind === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${of.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`
}

/** Whether an address is in one of the networks; without any, every address is allowed. */
export function isAllowedFrom(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  const plain = address.replace(/%.*$/su, '')
  if (!ipaddr.isValid(plain)) return false
  const caller = ipaddr.process(plain)
  return networks.some((network) => {
    const [of, bits] = ipaddr.parseCIDR(network)
    return of.kind() === caller.kind() && caller.match(of, bits)
  })
}
