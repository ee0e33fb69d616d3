import { isLoopbackOrigin } from '@adsite/contract'
import * as v from 'valibot'

/**
 * How long something lasts from the answer on (milliseconds), for timers: the clock of the browser may be wrong. Older
 * servers do not say it.
 */
const left = v.optional(v.number())

/** A remote that this page loads from a development server; the server sends this setting to the one browser only. */
const development = v.object({
  area: v.string(),
  origin: v.pipe(v.string(), v.check(isLoopbackOrigin)),
  /** The account in which the development build was started. */
  account_id: v.number(),
  /** When it ends (ISO 8601). */
  until: v.pipe(v.string(), v.isoTimestamp()),
  left,
})
export type DevelopmentSettings = v.InferOutput<typeof development>

/** Published builds that this page runs in place of the released ones; the server sends this setting to the one browser only. */
const preview = v.object({
  builds: v.record(v.string(), v.string()),
  /** The account in which the preview was started. */
  account_id: v.number(),
  /** When it ends (ISO 8601). */
  until: v.pipe(v.string(), v.isoTimestamp()),
  left,
})
export type PreviewSettings = v.InferOutput<typeof preview>

const siteSettings = v.object({
  /** Language used if neither the user's choice nor the browser selects a supported one (spec/site "Languages"). */
  defaultLanguage: v.optional(v.picklist(['ja', 'en']), 'en'),
  /** Origin of the API host; '' means same origin. */
  apiOrigin: v.optional(v.string(), ''),
  /** Ed25519 public keys (32 bytes, base64): a remote's release runs only if one of them signed it. */
  releaseKeys: v.optional(v.array(v.string()), []),
  keyUnits: v.optional(v.record(v.string(), v.array(v.string())), {}),
  /** Style sheet of a font provider; '' uses the build's own font (spec/api "Font"). */
  fontStylesheet: v.optional(v.string(), ''),
  /** Preview script of the ad-serving host; '' disables it (spec/api "Preview script"). */
  previewScript: v.optional(v.string(), ''),
  development: v.optional(development),
  preview: v.optional(preview),
})
export type SiteSettings = v.InferOutput<typeof siteSettings>

/** Reads the settings that the gateway wrote into `<script id="site-settings">`; defaults where there are none. */
export function readSettings(): SiteSettings {
  const written = document.getElementById('site-settings')?.textContent || '{}'
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), siteSettings), written)
  return parsed.success ? parsed.output : v.parse(siteSettings, {})
}
