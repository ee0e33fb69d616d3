import type * as v from 'valibot'
import { apiVersion } from './api-version.ts'
import { acceptsKey } from './accepts-key.ts'
import { isRefusedWhileViewing } from './refused-while-viewing.ts'
import type { SecurityEventKind } from './security-event-kind.ts'
import type { ErrorCode } from './error.ts'
import type { FreshRule } from './fresh.ts'
import type { Fields } from '../field/field-type.ts'
import type { Permission } from '../role/permission.ts'
import type { Text } from '../text/text.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The kind of work a call does; selects the failure text for an unexpected response (spec/texts "Failures"). */
export type CallKind = 'list' | 'get' | 'create' | 'update' | 'change' | 'delete' | 'invite'

/**
 * Limits of a call whose work grows with a file. The API runs it in a separate process, one at a time per
 * account, and buffers the whole file on disk so that neither the database nor the client waits for the other
 * side.
 */
export interface Job {
  /** `quick` jobs take seconds, `long` jobs minutes; long jobs never block quick ones. */
  readonly lane: 'quick' | 'long'
  /** Maximum size in bytes of the uploaded or downloaded file; 0 without one. */
  readonly bytes: number
  /** Maximum run time; after it the job is killed and leaves nothing behind. */
  readonly seconds: number
  /** Without `commit=true` in its query, the call only says what it would do. */
  readonly commits?: true
}

/**
 * What a sign-in lacks after the password: the second factor of a user who has one (`factor`), or a second factor at all
 * where one is required (`enrol`).
 */
export const signInSteps = ['factor', 'enrol'] as const
export type SignInStep = (typeof signInSteps)[number]

/**
 * A call, declared once: the API binds it, the client calls it, OpenAPI documents it and the conformance tests
 * iterate over it. `permission` is required; public endpoints state 'public' explicitly. Path parameters are
 * written `{id}`. Without `response`, the answer has no JSON body.
 */
export interface Endpoint<
  Q extends v.GenericSchema | undefined = v.GenericSchema | undefined,
  B extends v.GenericSchema | undefined = v.GenericSchema | undefined,
  R extends v.GenericSchema | undefined = v.GenericSchema | undefined,
  P extends string = string,
> {
  readonly method: Method
  readonly path: P
  readonly kind: CallKind
  /** Failure text for an unexpected response, where the text of its kind does not fit (spec/texts "Failures"). */
  readonly failure?: Text
  readonly permission: Permission | 'public'
  /** Needs a factor that the user gave within the last `freshMinutes` (spec/quality "Second factor"), where the rule says so. */
  readonly fresh?: FreshRule
  /** Needs the session of a browser, whatever its permission: API keys are refused (`acceptsKey`). */
  readonly person?: true
  /** Works while the sign-in lacks this; every other call that needs a session is refused until it is complete. */
  readonly unfinished?: readonly SignInStep[]
  /**
   * Concerns all accounts of the user: how and where they sign in, their name, how they are notified. Refused in a session of a
   * company's provider while the user has accounts of another company (docs/decisions/0044-single-sign-on.md).
   */
  readonly everywhere?: true
  /**
   * What happens while an administrator views the site as somebody else, where the rule does not fit (`isRefusedWhileViewing`):
   * reads work, everything else and every file is refused.
   */
  readonly viewing?: 'allowed' | 'refused'
  /** What the call does, in the words of the audit. Every call declares it; absent in older builds. */
  readonly label?: Text
  /** For those who call the API: what the call takes and answers. */
  readonly summary: string
  readonly query?: Q
  readonly body?: B
  /** Fields of the body; their notation is normalised before validation. */
  readonly fields?: Fields
  /** Accepted content types if the body is a raw file instead of JSON. */
  readonly upload?: readonly string[]
  readonly response?: R
  /** Possible content types if the response is a file instead of JSON. */
  readonly download?: readonly string[]
  readonly success: 200 | 201 | 204
  /** The response is the same for everyone and rarely changes: it carries an ETag and the browser may cache it. */
  readonly tagged?: true
  /** May take minutes, so the client uses a longer timeout. */
  readonly slow?: true
  /** Every use is recorded as a security event, whether it succeeds or is refused. */
  readonly event?: SecurityEventKind
  readonly job?: Job
  /**
   * Paths whose answers change when the call succeeds: the client reads again what it has read from them and from below
   * them (`/api/ad` is `/api/ad/{id}` too, and not `/api/advertisement`). Every call that writes declares them.
   */
  readonly stale?: readonly string[]
  /** Errors beyond those that apply to every call (`commonErrors`). */
  readonly errors?: readonly ErrorCode[]
  /** Version of the contract that declares it; absent in builds from before 1.3. */
  readonly version?: string
}

type DeclaresStale =
  | { readonly method: 'GET'; readonly stale?: never }
  | { readonly method: Exclude<Method, 'GET'>; readonly stale: readonly string[] }

/** Keeps the schemas' types while checking the shape: no call compiles without `label`, and none that writes without `stale`. */
export function defineEndpoint<
  Q extends v.GenericSchema | undefined = undefined,
  B extends v.GenericSchema | undefined = undefined,
  R extends v.GenericSchema | undefined = undefined,
  const P extends string = string,
>(endpoint: Endpoint<Q, B, R, P> & DeclaresStale & { readonly label: Text }): Endpoint<Q, B, R, P> {
  return { ...endpoint, version: apiVersion }
}

type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined
export type EndpointQuery<E> = E extends Endpoint<infer Q, infer _B, infer _R> ? Output<Q> : never
export type EndpointBody<E> = E extends Endpoint<infer _Q, infer B, infer _R> ? Output<B> : never
export type EndpointResponse<E> = E extends Endpoint<infer _Q, infer _B, infer R> ? Output<R> : never

type ParameterIn<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | ParameterIn<Rest> : never

/** Names of the parameters in an endpoint's path; of an endpoint whose path is not known to the compiler, any. */
export type PathParameter<E> = E extends { readonly path: infer P extends string } ? (string extends P ? string : ParameterIn<P>) : never

/**
 * Whether a call takes an Idempotency-Key for its body: a create by somebody who is signed in. Its answer is stored for a day, so
 * one that contains a secret is none. Imports take a key, too, for their file.
 */
export function takesIdempotencyKey({ kind, body, permission }: Endpoint): boolean {
  return kind === 'create' && body !== undefined && permission !== 'public'
}

/** Errors that follow from the properties of an endpoint. */
export function commonErrors(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = ['bad_request', 'internal', 'unavailable']
  if (endpoint.permission !== 'public') codes.push('unauthenticated', 'sign_in_unfinished', 'forbidden')
  if (isRefusedWhileViewing(endpoint)) codes.push('viewing')
  if (endpoint.everywhere) codes.push('single_sign_on_session')
  if (endpoint.fresh) codes.push('factor_needed')
  if (endpoint.permission !== 'public' && (endpoint.fresh || !acceptsKey(endpoint))) codes.push('key_not_allowed')
  if (acceptsKey(endpoint)) codes.push('too_many_requests')
  if (endpoint.path.includes('{id}')) codes.push('not_found')
  if (endpoint.query || endpoint.body) codes.push('validation_failed')
  // Session calls are exempt: a page showing another account uses them to detect the change.
  if (endpoint.permission !== 'public' && endpoint.permission !== 'session.use') codes.push('account_changed', 'page_outdated')
  if (endpoint.method !== 'GET') codes.push('csrf_mismatch', 'forbidden_origin')
  if (takesIdempotencyKey(endpoint)) codes.push('in_flight')
  if (endpoint.body || endpoint.upload) codes.push('unsupported_media_type', 'payload_too_large', 'too_slow')
  if (endpoint.job) codes.push('too_many_requests', 'validation_failed')
  return [...new Set([...codes, ...(endpoint.errors ?? [])])]
}
