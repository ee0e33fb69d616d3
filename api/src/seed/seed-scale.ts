import { required } from '@adsite/contract'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { settleChangedCampaigns } from '../serving/settle-changed-campaigns.ts'
import { demoPassword } from '../demo/parties/demo-users.ts'
import { StartError } from '../db/start-error.ts'
import { hashPassword } from '../session/password.ts'
import { createDraw, sizesOf, type Scale } from './scale.ts'
import { seedCampaigns } from './seed-campaigns.ts'
import { seedDelivery } from './seed-delivery.ts'
import { seedParties } from './seed-parties.ts'
import { seedCreatives, seedOrders } from './seed-purchases.ts'

export interface SeedOptions {
  /** Adds to a database that already has data. */
  readonly add: boolean
  readonly progress: (line: string) => void
}

export interface SeedSummary extends Scale {
  readonly advertisers: number
  /** Logins: administrator, the biggest advertiser, its agency, a media group. */
  readonly logins: readonly string[]
  readonly password: string
  readonly seconds: number
}

/** Fills a database with the given numbers of campaigns, ads and daily facts. Refuses a database with data unless told to add. */
export async function seedScale(pool: Pool, scale: Scale, { add, progress }: SeedOptions): Promise<SeedSummary> {
  const began = Date.now()
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ used: boolean }>('select exists (select from accounts) or exists (select from campaigns) as used')
    const fresh = !required(rows[0], 'a row of the answer').used
    if (!fresh && !add) {
      throw new StartError(
        'This database has data already: nothing was made. Give another one (DATA_DIR or DATABASE_URL), or --add to add to this one.',
      )
    }
    await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '128MB'; set synchronous_commit = off`)
    await createDraw(client, scale.seed)
    progress('accounts and media')
    const db = drizzle({ client })
    const parties = await seedParties(client, scale, await hashPassword(demoPassword))
    const sold = await seedCreatives(client, scale, parties, fresh, progress)
    const ids = await seedCampaigns(client, scale, sold, fresh, progress)
    await seedOrders(client, scale, ids, fresh, progress)
    const facts = await seedDelivery(client, scale, ids, fresh, progress)
    progress('statuses of campaigns and ads')
    await settleChangedCampaigns(db)
    progress('statistics')
    await client.query('vacuum analyze')
    const logins = (['admin', 'advertiser', 'agency', 'pg'] as const).map((kind) => `${kind}${ids[kind]}@scale.example`)
    const { advertisers } = sizesOf(scale)
    return { ...scale, facts, advertisers, logins, password: demoPassword, seconds: Math.round((Date.now() - began) / 1000) }
  } finally {
    // Closes the connection, because its settings and functions belong to this run.
    client.release(true)
  }
}
