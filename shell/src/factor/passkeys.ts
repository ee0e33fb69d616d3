import { call } from '@adsite/api-client'
import {
  factorEndpoints,
  signInEndpoints,
  takesPasskeys,
  type PasskeyAnswer,
  type PasskeyChallenge,
  type PasskeyCreated,
} from '@adsite/contract'

const library = () => import(/* webpackChunkName: "passkeys" */ '@simplewebauthn/browser')

/** Browsers know passkeys only on https or on this machine. */
export function passkeysWork(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && takesPasskeys(window.location.hostname)
}

/** Whether the user closed the browser's dialog, or let it run out of time. That is no failure. */
export function isPasskeyCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}

/** This device has a passkey of the user already. */
export function isPasskeyKnown(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError'
}

async function sign(challenge: PasskeyChallenge, useBrowserAutofill: boolean): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library()
  const { response, ...answer } = await startAuthentication({ optionsJSON: challenge, useBrowserAutofill })
  const { userHandle, ...signed } = response
  return {
    id: answer.id,
    rawId: answer.rawId,
    response: { ...signed, ...(userHandle ? { userHandle } : {}) },
    clientExtensionResults: {},
    type: 'public-key',
  }
}

/** One of the signed-in user's own passkeys signs. */
export async function ownPasskey(): Promise<PasskeyAnswer> {
  const { data } = await call(factorEndpoints.challenge)
  return sign(data, false)
}

/** Any passkey for the site signs, to sign its user in. */
export async function anyPasskey(): Promise<PasskeyAnswer> {
  const { data } = await call(signInEndpoints.challenge)
  return sign(data, false)
}

/**
 * Offers passkeys among the browser's suggestions for the e-mail address. Resolves once the user has chosen one; rejects
 * when another question replaces it. Null where the browser cannot do it.
 */
export async function suggestedPasskey(): Promise<PasskeyAnswer | null> {
  if (!passkeysWork()) return null
  const { browserSupportsWebAuthnAutofill } = await library()
  if (!(await browserSupportsWebAuthnAutofill())) return null
  const { data } = await call(signInEndpoints.challenge)
  return sign(data, true)
}

/** Has the device forget a passkey that the site does not know. Not every browser can tell it. */
export async function forgetPasskey(id: string): Promise<void> {
  const { sendSignal } = await library()
  await sendSignal({ signalName: 'unknownCredential', rpID: window.location.hostname, credentialID: id })
}

/** Ends what {@link suggestedPasskey} waits for. */
export async function stopSuggesting(): Promise<void> {
  if (!passkeysWork()) return
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

/** The browser makes a passkey for the signed-in user. */
export async function newPasskey(): Promise<PasskeyCreated> {
  const { data } = await call(factorEndpoints.startPasskey)
  const { startRegistration } = await library()
  const { id, rawId, response } = await startRegistration({ optionsJSON: data })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return {
    id,
    rawId,
    response: { clientDataJSON, attestationObject, transports: transports.filter(isTransport) },
    clientExtensionResults: {},
    type: 'public-key',
  }
}

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const isTransport = (name: string): name is (typeof transports)[number] => transports.some((each) => each === name)
