import type {
  Endpoint,
  EndpointBody,
  EndpointGroup,
  EndpointQuery,
  EndpointResponse,
  Endpoints,
  Locale,
  PathParameter,
  Role,
} from '@adsite/contract'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import type { MailService } from '../mail/mail-service.ts'
import type { Releases } from './releases.ts'
import type { Storage } from '../upload/storage.ts'
import type { Browser } from './session.ts'
import type { ApiSettings } from './settings.ts'

/** Who calls, read anew from the database on every request: a demotion counts at once. */
export interface Session {
  readonly user: { readonly id: number; readonly name: string; readonly email: string; readonly locale: Locale }
  readonly account_id: number
  readonly role: Role
}

interface CommonCall<E> {
  /** The database; inside a create that carries an Idempotency-Key its transaction. */
  readonly db: Database
  /** Throws `unauthenticated` in a public endpoint: those do not look at who is signed in. */
  readonly session: Session
  /** Cookies and the session row; for the session's own endpoints. */
  readonly browser: Browser
  /** Parameters of the path. */
  readonly params: Readonly<Record<PathParameter<E>, string>>
  readonly query: EndpointQuery<E>
  readonly body: EndpointBody<E>
  /** The raw request: its stream for uploads, its headers. */
  readonly request: Request
  /** Address of the caller, for the throttle. */
  readonly address: string
  readonly locale: Locale
  readonly mail: MailService
  /** Where uploaded files are kept. */
  readonly storage: Storage
  /** The registry behind the site. */
  readonly releases: Releases
  readonly log: Logger
  readonly settings: ApiSettings
}

/** A call of a path with `{id}`: an id that is no number answers 404 before the handler runs. */
interface WithId {
  readonly id: number
}

/** The id of a call, where its path has one. Code for any endpoint finds it or not. */
type IdIn<E> = string extends PathParameter<E> ? Partial<WithId> : 'id' extends PathParameter<E> ? WithId : unknown

/** What a handler is given: everything in it is checked against the endpoint's record already. */
export type Call<E> = CommonCall<E> & IdIn<E>

/** A call of a path with `{id}`, whatever its endpoint. */
export type RecordCall = CommonCall<Endpoint> & WithId

/** A handler as code for any endpoint calls it. */
export type AnyHandler = (call: Call<Endpoint>) => Promise<unknown>

/** Answers the body of the declared success status. Files (`download`) are answered as a Response. Refuses by throwing RequestError. */
export type Handler<E> = (call: Call<E>) => Promise<EndpointResponse<E> extends undefined ? Response | void : EndpointResponse<E>>

/** One handler for each endpoint; a missing one does not compile. */
export type Handlers = { [G in EndpointGroup]: { [K in keyof Endpoints[G]]: Handler<Endpoints[G][K]> } }
