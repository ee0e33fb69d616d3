import type { SecurityEventKind } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import type { Database } from '../db/connect.ts'
import type { CallerKey } from '../db/scope.ts'
import type { Session } from '../call/handler.ts'
import { actorOf } from '../call/viewed-session.ts'
import { securityEvents, users } from '../db/schema.ts'
import { shortLine } from '../text/short-line.ts'
import { requestContext, type EventDescription, type RequestContext } from '../call/request-context.ts'

export interface SecurityEvent extends EventDescription {
  readonly kind: SecurityEventKind
  readonly outcome?: 'DONE' | 'REFUSED'
  readonly occurrences?: number
  /** Stands in for a user: for an e-mail address that nobody has, or for whoever has a token. */
  readonly pseudonym?: string
  /** The API key that was used. */
  readonly key?: Pick<CallerKey, 'name' | 'start'> | null
  /** Whom the user viewed the site as. */
  readonly viewed?: Pick<Session['user'], 'name' | 'email'> | null
}

export type EventRow = PgInsertValue<typeof securityEvents>

const clean = (text: string | undefined, longest: number) => (text === undefined ? null : shortLine(text, longest))

/** What the user acted with or as, beside their name. */
function roleOfActor({ key, viewed }: SecurityEvent): string {
  if (key) return ` [${key.start}… ${key.name}]`
  return viewed ? ` [as ${viewed.name} <${viewed.email}>]` : ''
}

/** Copies name and address, of an API key its name, and who is viewed, so that later changes do not alter the log. */
function userColumns(event: SecurityEvent): { user_id: SQL | number | null; actor: SQL | string | null } {
  const { user_id, email, pseudonym } = event
  const found = email === undefined ? sql`${users.id} = ${user_id ?? null}` : sql`${users.email} = ${email}`
  if (email === undefined && user_id === undefined) return { user_id: null, actor: clean(pseudonym, 400) }
  return {
    user_id: user_id ?? sql`(select ${users.id} from ${users} where ${found})`,
    actor: sql`coalesce((select ${users.name} || ' <' || ${users.email} || '>' || ${roleOfActor(event)}::text from ${users} where ${found}), ${pseudonym ?? null})`,
  }
}

/** Builds the row of an event; the caller and the address come from the current request. */
export function eventRow(event: SecurityEvent, context: RequestContext | undefined = requestContext.getStore()): EventRow {
  const session = context?.session
  const {
    kind,
    outcome = 'DONE',
    occurrences = 1,
    email,
    user_id = email === undefined && session ? actorOf(session).id : undefined,
  } = event
  return {
    kind,
    outcome,
    occurrences,
    ...userColumns({
      key: session?.key ?? null,
      viewed: session?.viewing ? session.user : null,
      ...event,
      ...(user_id === undefined ? {} : { user_id }),
    }),
    account_id: event.account_id ?? session?.account_id ?? null,
    role: event.role ?? session?.role ?? null,
    address: clean(context?.address, 100),
    device: context?.device ?? null,
    target: clean(event.target, 300),
    detail: clean(event.detail, 1000),
    request_id: clean(context?.requestId, 100),
  }
}

/** Records a security event. Called inside the transaction of the change, so that both are stored or neither. */
export async function recordEvent(db: Database, event: SecurityEvent, context?: RequestContext): Promise<void> {
  await db.insert(securityEvents).values(eventRow(event, context))
}

/** Adds details to the event of the current endpoint (`event` in the contract) that the request does not have. */
export function describeEvent(description: EventDescription): void {
  const context = requestContext.getStore()
  if (context) context.described = { ...context.described, ...description }
}
