import * as v from 'valibot'

/** Bytes in base64url. No authenticator sends more. */
const bytes = v.pipe(v.string(), v.regex(/^[\w-]+$/u), v.maxLength(10_000))
/** Answers of extensions, of which none is asked for. */
const extensions = v.record(v.string(), v.unknown())
const attachment = v.optional(v.picklist(['platform', 'cross-platform']))
const transport = v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const credentials = v.array(v.object({ id: v.string(), type: v.literal('public-key'), transports: v.optional(v.array(transport)) }))

/** What a passkey signs to prove the user (WebAuthn `PublicKeyCredentialRequestOptionsJSON`). Without credentials, every passkey for the site may answer. */
export const passkeyChallenge = v.object({
  challenge: v.string(),
  timeout: v.optional(v.number()),
  rpId: v.string(),
  allowCredentials: v.optional(credentials),
  userVerification: v.literal('required'),
})
export type PasskeyChallenge = v.InferOutput<typeof passkeyChallenge>

/** What a browser sends when a passkey has signed (WebAuthn `AuthenticationResponseJSON`). */
export const passkeyAnswer = v.object({
  id: bytes,
  rawId: bytes,
  response: v.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: v.optional(bytes),
  }),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  type: v.literal('public-key'),
})
export type PasskeyAnswer = v.InferOutput<typeof passkeyAnswer>

/** What a browser makes a passkey of (WebAuthn `PublicKeyCredentialCreationOptionsJSON`). */
export const passkeyCreation = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: v.string(),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  timeout: v.optional(v.number()),
  excludeCredentials: v.optional(credentials),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.optional(v.boolean()),
    userVerification: v.literal('required'),
  }),
  attestation: v.optional(v.literal('none')),
})
export type PasskeyCreation = v.InferOutput<typeof passkeyCreation>

/** What a browser sends with a new passkey (WebAuthn `RegistrationResponseJSON`). */
export const passkeyCreated = v.object({
  id: bytes,
  rawId: bytes,
  response: v.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: v.optional(v.array(transport)),
  }),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  type: v.literal('public-key'),
})
export type PasskeyCreated = v.InferOutput<typeof passkeyCreated>

/** Whether passkeys can belong to a host, as `hostname` of a URL has it: only to a name, never to an address. */
export const takesPasskeys = (hostname: string): boolean => !/^[\d.]+$|^\[/u.test(hostname)
