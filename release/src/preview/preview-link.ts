import * as v from 'valibot'
import { ReleaseError } from '../error/release-error.ts'
import { isName } from '../registry/layout.ts'
import type { ReleaseKeys } from '../signing/release-keys.ts'

/** Longest validity of a link (hours). */
export const previewHours = { default: 24, max: 168 } as const

const claims = v.strictObject({
  /** The origin of the site that the link is for: that of a test site opens nothing elsewhere. */
  site: v.string(),
  /** Unit → build. */
  builds: v.pipe(
    v.record(v.string(), v.string()),
    v.check((builds) => Object.keys(builds).length > 0),
    v.check((builds) => Object.entries(builds).every(([unit, build]) => isName('unit', unit) && isName('build', build))),
  ),
  until: v.pipe(v.string(), v.isoTimestamp()),
  /** Accounts whose users may open it, besides administrators. */
  accounts: v.pipe(v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), v.maxLength(200)),
})
/** What a link lets see. */
export type PreviewClaims = v.InferOutput<typeof claims>

const token = /^([\w-]{1,8000})\.([0-9a-f]{16})\.([\w-]{86})$/u

/** Set before what is signed, so that the signature of a release is never one of a link, nor the reverse. */
const signed = (payload: string) => `adsite preview\n${payload}`

/** Signs a link's token: payload, id of the key and signature, separated by dots. */
export function signPreview(keys: ReleaseKeys, preview: PreviewClaims): string {
  const payload = Buffer.from(JSON.stringify(preview)).toString('base64url')
  const { key, value } = keys.signText(signed(payload), Object.keys(preview.builds))
  return `${payload}.${key}.${Buffer.from(value, 'base64').toString('base64url')}`
}

function refused(why: string): ReleaseError {
  return new ReleaseError('preview_invalid', {
    what: 'The preview cannot be opened',
    why,
    advice: 'Make a new link with "release preview"',
  })
}

/**
 * Reads a link's token, as far as it is genuine, for this site, and not expired. `now` is the server's time.
 * @throws ReleaseError `preview_invalid`
 */
export function readPreviewToken(
  keys: ReleaseKeys,
  sent: string,
  { sites, now }: { readonly sites: readonly string[]; readonly now: Date },
): PreviewClaims {
  const [, payload, key, value] = token.exec(sent) ?? []
  if (payload === undefined || key === undefined || value === undefined) throw refused('it is no link of a preview, or not all of it')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), claims), Buffer.from(payload, 'base64url').toString('utf8'))
  const units = parsed.success ? Object.keys(parsed.output.builds) : []
  const genuine = keys.isGenuineText(signed(payload), units, { key, value: Buffer.from(value, 'base64url').toString('base64') })
  if (!genuine) throw refused('it is not signed with a key that this site accepts for these units, or it was changed')
  if (!parsed.success) throw refused('it was made by another version of the tools')
  const { site, until } = parsed.output
  const left = Date.parse(until) - now.getTime()
  if (!sites.includes(site)) throw refused(`it is for ${site}`)
  // An end that cannot be compared, because it has no number (+09 for +09:00), is over.
  if (!(left > 0)) throw refused(`it ended at ${until}`)
  if (left > previewHours.max * 3_600_000) throw refused(`it is valid for more than ${previewHours.max} hours`)
  return parsed.output
}
