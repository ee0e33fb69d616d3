import type { SecurityEventKind } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import type { Database } from '../db/connect.ts'
import type { CallerKey } from '../db/scope.ts'
import { securityEvents, users } from '../db/schema.ts'
import { requestContext, type EventDescription, type RequestContext } from '../call/request-context.ts'

export interface SecurityEvent extends EventDescription {
  readonly kind: SecurityEventKind
  readonly outcome?: 'DONE' | 'REFUSED'
  readonly occurrences?: number
  /** Stands in for a user: for an e-mail address that nobody has, or for whoever has a token. */
  readonly pseudonym?: string
  /** The API key that was used. */
  readonly key?: Pick<CallerKey, 'name' | 'start'> | null
}

export type EventRow = PgInsertValue<typeof securityEvents>

const clean = (text: string | undefined, longest: number) =>
  text
    ?.toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, longest) ?? null

/** Copies name and address, and of an API key its name, so that later changes do not alter the log. */
function userColumns({ user_id, email, pseudonym, key }: SecurityEvent): { user_id: SQL | number | null; actor: SQL | string | null } {
  const found = email === undefined ? sql`${users.id} = ${user_id ?? null}` : sql`${users.email} = ${email}`
  if (email === undefined && user_id === undefined) return { user_id: null, actor: clean(pseudonym, 400) }
  return {
    user_id: user_id ?? sql`(select ${users.id} from ${users} where ${found})`,
    actor: sql`coalesce((select ${users.name} || ' <' || ${users.email} || '>' || ${key ? ` [${key.start}… ${key.name}]` : ''}::text from ${users} where ${found}), ${pseudonym ?? null})`,
  }
}

/** Builds the row of an event; the caller and the address come from the current request. */
export function eventRow(event: SecurityEvent, context: RequestContext | undefined = requestContext.getStore()): EventRow {
  const session = context?.session
  const { kind, outcome = 'DONE', occurrences = 1, email, user_id = email === undefined ? session?.user.id : undefined } = event
  return {
    kind,
    outcome,
    occurrences,
    ...userColumns({ key: session?.key ?? null, ...event, ...(user_id === undefined ? {} : { user_id }) }),
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
