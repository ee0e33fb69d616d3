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
  SignInStep,
} from '@adsite/contract'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import type { CallerKey } from '../db/scope.ts'
import type { MailService } from '../mail/mail-service.ts'
import type { Releases } from './releases.ts'
import type { Storage } from '../upload/storage.ts'
import type { Browser } from './session.ts'
import type { ApiSettings } from './settings.ts'

/** Who looks at the site while the session shows it as somebody else. */
export interface ViewedBy {
  readonly id: number
  readonly reason: string
  readonly ends_at: Date
  /** The administrator; what the call does is theirs (`actorOf`). */
  readonly actor: Session['user']
  readonly actor_account_id: number
}

/** The caller, read from the database on every request so that a demotion takes effect at once. */
export interface Session {
  readonly user: { readonly id: number; readonly name: string; readonly email: string; readonly locale: Locale }
  readonly account_id: number
  readonly role: Role
  /** A factor was given within the last minutes (contract, `freshMinutes`). */
  readonly fresh: boolean
  /** The API key that stands in for a session; null: a browser calls. */
  readonly key: CallerKey | null
  /** What the sign-in lacks; the binding refuses every call that does not declare it (`Endpoint.unfinished`). */
  readonly step: SignInStep | null
  /** The provider that vouched for the user (docs/decisions/0044-single-sign-on.md); null: they signed in here. */
  readonly sso: number | null
  /** The user has accounts of which that provider says nothing; the binding refuses calls that concern them too (`Endpoint.everywhere`). */
  readonly elsewhere: boolean
  /** An administrator sees the site as `user`; the binding refuses whatever is not for looking. null: the user is here in person. */
  readonly viewing: ViewedBy | null
}

interface CommonCall<E> {
  /** The database, or the transaction of a create with an Idempotency-Key. */
  readonly db: Database
  /** Throws `unauthenticated` in public endpoints, which do not read the session. */
  readonly session: Session
  /** Cookies and session row, for the endpoints of the session itself. */
  readonly browser: Browser
  /** Parameters of the path. */
  readonly params: Readonly<Record<PathParameter<E>, string>>
  readonly query: EndpointQuery<E>
  readonly body: EndpointBody<E>
  /** The raw request, for its headers and upload stream. */
  readonly request: Request
  /** Address of the caller, for throttling. */
  readonly address: string
  readonly locale: Locale
  readonly mail: MailService
  /** Storage of uploaded files. */
  readonly storage: Storage
  /** The release registry. */
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

/** What a handler receives. Everything in it has been checked against the endpoint's declaration. */
export type Call<E> = CommonCall<E> & IdIn<E>

/** A call of a path with `{id}`, whatever its endpoint. */
export type RecordCall = CommonCall<Endpoint> & WithId

/** A handler as code for any endpoint calls it. */
export type AnyHandler = (call: Call<Endpoint>) => Promise<unknown>

/** Returns the body of the declared success status, or a Response for files (`download`). Throws RequestError to refuse. */
export type Handler<E> = (call: Call<E>) => Promise<EndpointResponse<E> extends undefined ? Response | void : EndpointResponse<E>>

/** One handler per endpoint; a missing one does not compile. */
export type Handlers = { [G in EndpointGroup]: { [K in keyof Endpoints[G]]: Handler<Endpoints[G][K]> } }
