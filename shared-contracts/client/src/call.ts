import type { Endpoint, EndpointBody, EndpointGroup, EndpointQuery, EndpointResponse, Endpoints, PathParameter } from '@adsite/contract'

type IfThere<T, Given> = T extends undefined ? unknown : Given

/** The numbers that may stand in place of texts: any number for any text, else those of the texts. */
type NumberFor<T> = string extends T ? number : T extends `${infer N extends number}` ? N : never

/** A query as a program writes it: numbers need not be written as texts. */
type Query<Q> = { readonly [K in keyof Q]?: Q[K] | NumberFor<Q[K]> }

/** A body as a program writes it: what may be null may be left out. */
type Body<B> = B extends object
  ? { readonly [K in keyof B as null extends B[K] ? never : K]: B[K] } & { readonly [K in keyof B as null extends B[K] ? K : never]?: B[K] }
  : B

type Values<Names extends string> = Readonly<Record<Names, string | number>>

/** Paths of records are not known to the compiler in full, so their parameters cannot be demanded. */
type Parameters<Names extends string> = string extends Names
  ? { readonly params?: Values<Names> }
  : [Names] extends [never]
    ? unknown
    : { readonly params: Values<Names> }

/** What a call takes: the parameters of its path, its query, its body or file, as its endpoint declares them. */
export type Arguments<E> = Parameters<PathParameter<E>> &
  IfThere<EndpointQuery<E>, { readonly query?: Query<EndpointQuery<E>> }> &
  IfThere<EndpointBody<E>, { readonly body: Body<EndpointBody<E>> }> & {
    /** Bytes to upload, with their type. */
    readonly file?: Blob
    /** One key for one intention: a create that is sent again answers the same. Without it, the client makes one for each call. */
    readonly idempotencyKey?: string
    readonly signal?: AbortSignal
  }

/** What a call answers: the body, or the response itself where the answer is a file. */
export type Answer<E> = EndpointResponse<E> extends undefined ? Response : EndpointResponse<E>

type Call<E> = object extends Arguments<E> ? (given?: Arguments<E>) => Promise<Answer<E>> : (given: Arguments<E>) => Promise<Answer<E>>

/** Every call of the API, by group: `client.campaign.list({ query: { limit: 20 } })`. */
export type Calls = { readonly [G in EndpointGroup]: { readonly [K in keyof Endpoints[G]]: Call<Endpoints[G][K]> } }

/** Arguments as code for any endpoint sees them. */
export interface AnyArguments {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: Blob
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** The path and query of a call; empty parameters are left out, as the API reads them. */
export function pathOf({ path }: Pick<Endpoint, 'path'>, { params = {}, query = {} }: AnyArguments): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}
