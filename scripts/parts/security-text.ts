/** Days for which the answer is valid. Every request renews it, so it lapses with the site. */
const validDays = 180

/**
 * The text of `/.well-known/security.txt` (RFC 9116): where to report a weakness.
 * @param contact address of whoever reads reports, as in `mailto:security@ads.example`
 * @param site address of the site
 */
export function securityText(contact: URL, site: string, now: Date): string {
  const expires = new Date(now.getTime() + validDays * 86_400_000)
  return [
    `Contact: ${contact.href}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: ja, en',
    `Canonical: ${new URL('/.well-known/security.txt', site).href}`,
    '',
  ].join('\n')
}
