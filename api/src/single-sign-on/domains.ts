import { randomBytes } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { challengeLabel, challengePrefix, required, singleSignOnLimits, type SingleSignOnDomain } from '@adsite/contract'
import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { recordEvent } from '../audit/record-event.ts'
import type { Database } from '../db/connect.ts'
import { ssoDomains, ssoProviders } from '../db/schema.ts'
import { isProven } from './admit.ts'

/** Milliseconds for a name server, and how often it is asked. */
const patience = { timeout: 2000, tries: 2 } as const
/** Domains that are looked at in one round, the longest unseen first. */
const atOnce = 20

/** Answers the TXT records of a name, each in one piece; none where there are none. Throws where nobody could be asked. */
export type ReadTexts = (name: string) => Promise<string[]>

/** Asks these name servers; without any, those of the system. */
export function textsFrom(servers: readonly string[] = []): ReadTexts {
  return async (name) => {
    const resolver = new Resolver(patience)
    if (servers.length > 0) resolver.setServers(servers)
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'ENODATA' || code === 'ENOTFOUND') return []
      throw error
    }
  }
}

type Stored = typeof ssoDomains.$inferSelect

const nameOf = ({ domain }: Stored) => `${challengeLabel}.${domain}`
const valueOf = ({ challenge }: Stored) => challengePrefix + challenge

export const newChallengeText = (): string => randomBytes(20).toString('hex')

/** Whether the record of a domain is there. A name server that does not answer has found nothing. */
export async function isRecordThere(stored: Stored, readTexts: ReadTexts): Promise<boolean> {
  const texts = await readTexts(nameOf(stored)).catch((): string[] => [])
  return texts.includes(valueOf(stored))
}

/** Stores what came of looking for the record. False where the domain has gone meanwhile. */
export async function storeCheck(db: Database, { id }: Stored, found: boolean): Promise<boolean> {
  const checked = await db
    .update(ssoDomains)
    .set({ checked_at: sql`now()`, ...(found && { proven_at: sql`now()` }) })
    .where(eq(ssoDomains.id, id))
    .returning({ id: ssoDomains.id })
  return checked.length > 0
}

interface Look {
  readonly found: boolean
  /** Whether the look before had found nothing. */
  readonly wasMissing: boolean
  /** Whether the proof counted before this look. */
  readonly counts: boolean
}

/** What a look tells: each hour of a lapse, but of a missing record and of its return only the first. */
function newsOf({ found, wasMissing, counts }: Look): string | null {
  if (found) return wasMissing ? 'the record is back' : null
  if (!counts) return 'the proof has lapsed'
  return wasMissing ? null : 'the record is missing'
}

/** Looks again for the records of proven domains, each once a day, and each hour while it is missing. */
export async function lookAgain(db: Database, readTexts: ReadTexts): Promise<void> {
  const isMissing = sql`${ssoDomains.proven_at} < ${ssoDomains.checked_at}`
  const isDue = or(
    isNull(ssoDomains.checked_at),
    lt(ssoDomains.checked_at, sql`now() - interval '1 day'`),
    and(isMissing, lt(ssoDomains.checked_at, sql`now() - interval '1 hour'`)),
  )
  const due = await db
    .select({ stored: ssoDomains, counts: sql<boolean>`${isProven}` })
    .from(ssoDomains)
    .innerJoin(ssoProviders, and(eq(ssoProviders.id, ssoDomains.provider_id), isNull(ssoProviders.deleted_at)))
    .where(and(isNotNull(ssoDomains.proven_at), isDue))
    .orderBy(asc(ssoDomains.checked_at))
    .limit(atOnce)
  for (const { stored, counts } of due) {
    const wasMissing = stored.checked_at !== null && stored.proven_at !== null && stored.proven_at < stored.checked_at
    const found = await isRecordThere(stored, readTexts)
    if (!(await storeCheck(db, stored, found))) continue
    const news = newsOf({ found, wasMissing, counts })
    if (news === null) continue
    const about = { target: `single_sign_on ${stored.provider_id}`, detail: `${stored.domain} ${news}` }
    await recordEvent(db, { kind: 'single_sign_on', outcome: found ? 'DONE' : 'REFUSED', ...about })
  }
}

/** The domains of a provider as they are answered. */
export async function domainsOf(db: Database, providerId: number): Promise<SingleSignOnDomain[]> {
  const rows = await db
    .select({ stored: ssoDomains, proven: sql<boolean>`coalesce(${isProven}, false)` })
    .from(ssoDomains)
    .where(eq(ssoDomains.provider_id, providerId))
    .orderBy(asc(ssoDomains.domain))
  return rows.map(({ stored, proven }) => ({
    id: stored.id,
    domain: stored.domain,
    record: { name: nameOf(stored), value: valueOf(stored) },
    state: proven ? 'PROVEN' : stored.proven_at ? 'LAPSED' : 'WAITING',
    proven_at: stored.proven_at?.toISOString() ?? null,
    checked_at: stored.checked_at?.toISOString() ?? null,
  }))
}

/** Adds a domain that no other provider has; null where one has it, `full` where the provider has enough. */
export async function addDomain(transaction: Database, providerId: number, domain: string): Promise<number | null | 'full'> {
  const isOver = sql`${ssoDomains.provider_id} in (select id from sso_providers where deleted_at is not null)`
  await transaction.delete(ssoDomains).where(and(eq(ssoDomains.domain, domain), isOver))
  if ((await transaction.$count(ssoDomains, eq(ssoDomains.provider_id, providerId))) >= singleSignOnLimits.domains) return 'full'
  const [made] = await transaction
    .insert(ssoDomains)
    .values({ provider_id: providerId, domain, challenge: newChallengeText() })
    .onConflictDoNothing({ target: ssoDomains.domain })
    .returning({ id: ssoDomains.id })
  return made ? required(made, 'the new domain').id : null
}
