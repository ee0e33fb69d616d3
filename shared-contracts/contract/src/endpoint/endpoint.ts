import type * as v from 'valibot'
import type { SecurityEventKind } from './security-event-kind.ts'
import type { ErrorCode } from './error.ts'
import type { Fields } from '../field/field.ts'
import type { Permission } from '../role/permission.ts'
import type { Text } from '../text/text.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What kind of work a call does: decides which failure text an unexpected answer gets (spec/texts "Failures"). */
export type CallKind = 'list' | 'get' | 'create' | 'update' | 'change' | 'delete' | 'invite'

/**
 * What bounds a call whose work grows with a file: the API carries it out in a process beside the site, one at a time
 * for each account, and the whole file is on disk before the database is asked or the reader waited for.
 */
export interface Job {
  /** `quick` takes seconds, `long` minutes; long ones never stand in the way of quick ones. */
  readonly lane: 'quick' | 'long'
  /** Most bytes of the file that is handed in or out. */
  readonly bytes: number
  /** Carrying it out takes no longer than this: then it is ended, and nothing of it stays. */
  readonly seconds: number
}

/**
 * One call, declared once: the API binds it, the client calls it, OpenAPI documents it and the
 * conformance tests walk over it. `permission` is required: 'public' must be said.
 * Path parameters are written `{id}`. `response` absent: the answer has no JSON body.
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
  /** What an unexpected answer is called where its kind has other words (spec/texts "Failures"). */
  readonly failure?: Text
  readonly permission: Permission | 'public'
  readonly summary: string
  readonly query?: Q
  readonly body?: B
  /** Fields that the body is made of: their notation is normalised before the body is checked. */
  readonly fields?: Fields
  /** Content types of a body that is no JSON: a file, sent as it is. */
  readonly upload?: readonly string[]
  readonly response?: R
  /** Content types of an answer that is no JSON (a file): one of them. */
  readonly download?: readonly string[]
  readonly success: 200 | 201 | 204
  /** The same for everyone for a long time: the answer carries an ETag and may be kept by the browser. */
  readonly tagged?: true
  /** It may take minutes: the client waits longer than for others. */
  readonly slow?: true
  /** Its use is an event of security, written down whether it succeeds or is refused. */
  readonly event?: SecurityEventKind
  readonly job?: Job
  /**
   * Paths whose answers change when the call succeeds: the client reads again what it has read from them and from below
   * them (`/api/ad` is `/api/ad/{id}` too, and not `/api/advertisement`). Every call that writes declares them.
   */
  readonly stale?: readonly string[]
  /** Refusals beyond those that every call can meet (`commonErrors`). */
  readonly errors?: readonly ErrorCode[]
}

type DeclaresStale =
  | { readonly method: 'GET'; readonly stale?: never }
  | { readonly method: Exclude<Method, 'GET'>; readonly stale: readonly string[] }

/** Keeps the schemas' types while checking the shape; a call that writes does not compile without `stale`. */
export function defineEndpoint<
  Q extends v.GenericSchema | undefined = undefined,
  B extends v.GenericSchema | undefined = undefined,
  R extends v.GenericSchema | undefined = undefined,
  const P extends string = string,
>(endpoint: Endpoint<Q, B, R, P> & DeclaresStale): Endpoint<Q, B, R, P> {
  return endpoint
}

type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined
export type EndpointQuery<E> = E extends Endpoint<infer Q, infer _B, infer _R> ? Output<Q> : never
export type EndpointBody<E> = E extends Endpoint<infer _Q, infer B, infer _R> ? Output<B> : never
export type EndpointResponse<E> = E extends Endpoint<infer _Q, infer _B, infer R> ? Output<R> : never

type ParameterIn<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | ParameterIn<Rest> : never

/** Names of the parameters in an endpoint's path; of an endpoint whose path is not known to the compiler, any. */
export type PathParameter<E> = E extends { readonly path: infer P extends string } ? (string extends P ? string : ParameterIn<P>) : never

/** Refusals that a call can always meet, by what it is. */
export function commonErrors(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = ['bad_request', 'internal', 'unavailable']
  if (endpoint.permission !== 'public') codes.push('unauthenticated', 'forbidden')
  if (endpoint.path.includes('{id}')) codes.push('not_found')
  if (endpoint.query || endpoint.body) codes.push('validation_failed')
  // Calls about the session work for a page that shows another account: it finds out by them.
  if (endpoint.permission !== 'public' && endpoint.permission !== 'session.use') codes.push('account_changed')
  if (endpoint.method !== 'GET') codes.push('csrf_mismatch', 'forbidden_origin')
  if (endpoint.kind === 'create' && endpoint.body && endpoint.permission !== 'public') codes.push('in_flight')
  if (endpoint.body || endpoint.upload) codes.push('unsupported_media_type', 'payload_too_large', 'too_slow')
  if (endpoint.job) codes.push('too_many_requests', 'validation_failed')
  return [...new Set([...codes, ...(endpoint.errors ?? [])])]
}
