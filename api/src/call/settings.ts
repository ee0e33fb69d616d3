import type { MailSettings } from '../mail/mail-settings.ts'

/** What the composer decides about the API. */
export interface ApiSettings {
  /** The site is served over https: cookies are Secure. */
  readonly secureCookies: boolean
  /** A reverse proxy of ours stands in front: its X-Forwarded-For and X-Request-Id are believed. */
  readonly trustedProxy: boolean
  /** Origins that pages of the site have, `https://ads.example`: never what a request's Host says. */
  readonly origins: readonly string[]
  readonly mail: MailSettings
  /** What Prometheus sends to read /metrics; absent: there is no such address. */
  readonly metricsToken?: string
  /** Script of the ad server that media load with their tags. */
  readonly tagScript?: string
  /** Days that the audit of security is kept; absent: the contract's `auditDays.default`. */
  readonly auditDays?: number
}
