import { isIP } from 'node:net'

/** The network of an address: a /24, or for IPv6 a /64, which is what a provider assigns to one customer. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/su, '')
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (isIP(plain) !== 6) return address
  // The canonical form: lower case, zeros compressed at most once.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const left = groups(head)
  const right = groups(tail)
  const all = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
  return `${all.slice(0, 4).join(':')}::/64`
}
