import { required } from '@adsite/contract'
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { loginFailures } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { networkOf } from './network-of.ts'

/** The form in which e-mails are stored and compared. */
export function normaliseEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

interface Limits {
  readonly same: number
  readonly address: number
  readonly network: number
  /** Limit for the same subject in an hour. */
  readonly sameHour?: number
  /** Nobody guesses what is tried, so failures of the whole site refuse nobody. */
  readonly unguessable?: true
}

/**
 * Failures per minute after which further attempts are refused (spec/quality "Throttle"): for one subject (an
 * e-mail or a mailed token) from one place, and for distinct subjects from one address or network. A mistyped
 * password fails for one e-mail; an attack fails for many.
 */
const limits = {
  login: { same: 5, address: 5, network: 20 },
  /** The same, in all browsers together that are known for the e-mail. */
  known_login: { same: 10, address: Infinity, network: Infinity, sameHour: 60 },
  forgot: { same: 5, address: 10, network: 40 },
  /** The present password, or another factor, of a signed-in user. */
  password: { same: 5, address: 5, network: 20 },
  /** An invitation, by the address that it is mailed to: nobody there has asked for it. */
  invitation: { same: 5, address: Infinity, network: Infinity, sameHour: 20 },
  /** A second factor: by user, and by user and address. Six digits are soon guessed, so that an hour has a limit too. */
  factor: { same: 5, address: 5, network: 20, sameHour: 20 },
  /** A passkey in place of e-mail and password. */
  passkey: { same: 20, address: 20, network: 80, unguessable: true },
  /** A sign-in with a provider, by its domain or provider. */
  sso: { same: 40, address: 20, network: 80, unguessable: true },
  /** A mailed token. */
  token: { same: 20, address: 20, network: 80, unguessable: true },
  /** A token of the release tools. */
  release: { same: 20, address: 20, network: Infinity, unguessable: true },
} as const satisfies Record<string, Limits>

/** Factor of distinct subjects per hour, relative to a minute. */
const hourly = 6
/** Total failures per minute that indicate a distributed attack: the limits of places shrink, and unknown browsers wait. */
const surge = 300
const surging = { share: 4, pause: 1000 } as const
/** Above this, what can be guessed is tried only by whoever is identified by more than an address (`Attempt.device`). */
const flood = 3000

export interface Attempt {
  readonly kind: keyof typeof limits
  /** The normalised e-mail, or the token. */
  readonly subject: string
  readonly address: string
  /**
   * What identifies the caller beyond the address: a browser that signed in with this e-mail before, or the session of the subject.
   * It is counted by itself, so that no attempts of others count against it, neither from its address nor from the whole site.
   */
  readonly device?: string | undefined
}

const sha256 = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex')

/** The stored form of a failure, which does not identify the person. */
function keysOf({ kind, subject, address, device }: Attempt) {
  return {
    key: sha256(kind, subject, device ?? address),
    subject: sha256(kind, subject),
    address: device === undefined ? sha256(kind, address) : null,
    network: device === undefined ? sha256(kind, networkOf(address)) : null,
  }
}

interface Count {
  readonly of: string
  readonly count: number
  /** Seconds until the oldest failure expires. */
  readonly wait: number
}

/** Seconds to wait before this may be tried; 0 if it may be tried now. */
export async function waitFor(db: Database, attempt: Attempt): Promise<{ seconds: number; surging: boolean }> {
  const { key, subject, address, network } = keysOf(attempt)
  const minute = 60
  const counted = (of: string, what: SQL, which: SQL, seconds: number) => sql`
    select ${of} as of, ${what}::int as count,
      greatest(1, ceil(extract(epoch from min(at) - clock_timestamp()) + ${seconds}::int))::int as wait
    from ${loginFailures} where ${which} and at > clock_timestamp() - make_interval(secs => ${seconds}::int)`
  const others = sql`count(distinct subject) filter (where subject <> ${subject})`
  const ofAddress = sql`address = ${address}`
  const ofNetwork = sql`network = ${network}`
  const { rows } = await db.execute<{ of: string; count: number; wait: number }>(
    sql.join(
      [
        counted('same', sql`count(*)`, sql`key = ${key}`, minute),
        counted('same_hour', sql`count(*)`, sql`key = ${key}`, 60 * minute),
        counted('all', sql`count(*)`, sql`true`, minute),
        counted('address', others, ofAddress, minute),
        counted('address_hour', others, ofAddress, 60 * minute),
        counted('network', others, ofNetwork, minute),
        counted('network_hour', others, ofNetwork, 60 * minute),
      ],
      sql` union all `,
    ),
  )
  const counts = new Map(rows.map((row: Count) => [row.of, row]))
  const isSurging = required(counts.get('all'), 'an entry of counts').count >= surge
  const { same, sameHour = Infinity, unguessable, ...ofPlaces }: Limits = limits[attempt.kind]
  const share = isSurging ? surging.share : 1
  const isAnyone = attempt.device === undefined
  const address_minute = Math.ceil(ofPlaces.address / share)
  const network_minute = Math.ceil(ofPlaces.network / share)
  const most: Readonly<Record<string, number>> = {
    same,
    same_hour: sameHour,
    all: isAnyone && !unguessable ? flood : Infinity,
    address: address_minute,
    address_hour: address_minute * hourly,
    network: network_minute,
    network_hour: network_minute * hourly,
  }
  const waits = [...counts.values()].filter(({ of, count }) => count >= required(most[of], 'an entry of most')).map(({ wait }) => wait)
  return { seconds: Math.max(0, ...waits), surging: isSurging && isAnyone }
}

function refuse(seconds: number): void {
  if (seconds > 0) throw new RequestError('too_many_requests', { retryAfter: seconds })
}

/** Refuses an attempt that failed too often, before it costs anything. Known and unknown subjects count alike. */
export async function refuseThrottled(db: Database, attempt: Attempt): Promise<void> {
  const { seconds, surging: slowed } = await waitFor(db, attempt)
  refuse(seconds)
  if (slowed) await setTimeout(surging.pause)
}

/**
 * How an attempt to sign in counts: in a browser that is known for the e-mail by itself, and together with the others that are,
 * since whoever once knew the password may have made many. Once all of them have failed too often they count like any browser,
 * so that nobody keeps the owner out.
 */
export async function loginAttempts(db: Database, attempt: Attempt & { readonly kind: 'login' }): Promise<readonly Attempt[]> {
  const { subject, address, device } = attempt
  if (device === undefined) return [attempt]
  const together = { kind: 'known_login', subject, address, device: 'known browsers' } as const
  const { seconds } = await waitFor(db, together)
  return seconds > 0 ? [{ kind: 'login', subject, address }] : [attempt, together]
}

/**
 * Records the outcome of an attempt, serialised per network, unless it has to wait. Many concurrent attempts get no
 * more answers than sequential ones would.
 * @returns seconds to wait; 0 if the outcome may be told
 */
export async function recordAttempt(db: Database, attempt: Attempt, succeeded: boolean): Promise<number> {
  const keys = keysOf(attempt)
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`attempts:${keys.network ?? keys.key}`}, 0))`)
    const { seconds: wait } = await waitFor(transaction, attempt)
    if (wait > 0) return wait
    if (succeeded) await transaction.delete(loginFailures).where(eq(loginFailures.key, keys.key))
    else await transaction.insert(loginFailures).values({ ...keys, at: sql`clock_timestamp()` })
    return 0
  })
}

/** Decides whether the outcome may be told; whoever has to wait does not learn whether they were right. */
export async function settleAttempt(db: Database, attempt: Attempt, succeeded: boolean): Promise<void> {
  refuse(await recordAttempt(db, attempt, succeeded))
}
