import * as v from 'valibot'

const siteSettings = v.object({
  /** Language where neither choice nor browser names one of ours (SPEC section 9). */
  defaultLanguage: v.optional(v.picklist(['ja', 'en']), 'en'),
  /** Origin of the API host; '' is the site's own. */
  apiOrigin: v.optional(v.string(), ''),
  /** Ed25519 public keys (32 bytes, base64): a remote's release that none of them signed never runs. */
  releaseKeys: v.optional(v.array(v.string()), []),
  /** Style sheet of a font provider; '' is the font of the build (SPEC section 7). */
  fontStylesheet: v.optional(v.string(), ''),
  /** Preview script of the ad-serving host; '' is none (SPEC section 7). */
  previewScript: v.optional(v.string(), ''),
})
export type SiteSettings = v.InferOutput<typeof siteSettings>

/** What the gateway wrote into `<script id="site-settings">` of the page; the defaults where it wrote nothing. */
export function readSettings(): SiteSettings {
  const written = document.getElementById('site-settings')?.textContent || '{}'
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), siteSettings), written)
  return parsed.success ? parsed.output : v.parse(siteSettings, {})
}
