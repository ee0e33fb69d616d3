import type { MailSettings } from '../mail/mail-settings.ts'

/** What the composer decides about the API. */
export interface ApiSettings {
  /** The site is served over https: cookies are Secure. */
  readonly secureCookies: boolean
  /** A reverse proxy of ours stands in front: its X-Forwarded-For and -Proto are believed. */
  readonly trustedProxy: boolean
  /** Origin that browsers use, `https://ads.example`; absent: the request's own Host. */
  readonly origin?: string
  readonly mail: MailSettings
  /** Script of the ad server that media load with their tags. */
  readonly tagScript?: string
}
