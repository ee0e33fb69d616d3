import { isLoopbackOrigin } from '@adsite/contract'
import * as v from 'valibot'

/** A remote that this page runs from a development server; the server says so to this one browser. */
const development = v.object({
  area: v.string(),
  origin: v.pipe(v.string(), v.check(isLoopbackOrigin)),
  /** The account that it was started in. */
  account_id: v.number(),
  /** When it ends (ISO 8601). */
  until: v.pipe(v.string(), v.isoTimestamp()),
})
export type DevelopmentSettings = v.InferOutput<typeof development>

const siteSettings = v.object({
  /** Language where neither choice nor browser names one of ours (spec/site "Languages"). */
  defaultLanguage: v.optional(v.picklist(['ja', 'en']), 'en'),
  /** Origin of the API host; '' is the site's own. */
  apiOrigin: v.optional(v.string(), ''),
  /** Ed25519 public keys (32 bytes, base64): a remote's release that none of them signed never runs. */
  releaseKeys: v.optional(v.array(v.string()), []),
  /** Style sheet of a font provider; '' is the font of the build (spec/api "Font"). */
  fontStylesheet: v.optional(v.string(), ''),
  /** Preview script of the ad-serving host; '' is none (spec/api "Preview script"). */
  previewScript: v.optional(v.string(), ''),
  development: v.optional(development),
})
export type SiteSettings = v.InferOutput<typeof siteSettings>

/** What the gateway wrote into `<script id="site-settings">` of the page; the defaults where it wrote nothing. */
export function readSettings(): SiteSettings {
  const written = document.getElementById('site-settings')?.textContent || '{}'
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), siteSettings), written)
  return parsed.success ? parsed.output : v.parse(siteSettings, {})
}
