import type { MailSettings } from '../mail/mail-settings.ts'

/** Settings that the composing server decides. */
export interface ApiSettings {
  /** The site is served over https, so cookies are Secure. */
  readonly secureCookies: boolean
  /** A trusted reverse proxy is in front: its X-Forwarded-For and X-Request-Id are used. */
  readonly trustedProxy: boolean
  /** Origins of the site's pages, such as `https://ads.example`; the request's Host header is never trusted for this. */
  readonly origins: readonly string[]
  readonly mail: MailSettings
  /** Where webhooks of users may lead; `loopback` is for tests alone, and no setting of a site. Default: public. */
  readonly webhookReach?: 'public' | 'loopback'
  /** Where providers of single sign-on may be; `loopback` for development and tests. Default: public. */
  readonly ssoReach?: 'public' | 'loopback'
  /** Name servers that are asked for proofs of domains, as `203.0.113.53` or with a port. Default: those of the system. */
  readonly dnsServers?: readonly string[]
  /** Keys that secrets in the database are sealed with (factor/seal.ts): the first seals, the others still open. */
  readonly factorKeys: readonly string[]
  /** Script of the ad server that media load with their tags. */
  readonly tagScript?: string
}
