import { japanDay, required } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import { campaignsChanged } from '../serving/settle-changed-campaigns.ts'
import type { RootDatabase } from '../db/connect.ts'
import { poolOf } from '../db/pool-of.ts'
import { writeCampaigns } from './trade/demo-campaigns.ts'
import { writeColleagues, writeInvitations } from './parties/demo-colleagues.ts'
import { writeCompanies } from './parties/write-companies.ts'
import { writeCreativeContent } from './trade/write-creative-content.ts'
import { writeDelivery } from './demo-delivery.ts'
import { writeFormatSettings } from './media/write-format-settings.ts'
import { writeSourceFrames } from './media/write-source-frames.ts'
import { writeSingleSignOn } from './parties/write-single-sign-on.ts'
import { writeInformation } from './parties/write-information.ts'
import { writeDefaultCreatives, writeMedia } from './media/demo-media.ts'
import { writeLabels } from './trade/write-labels.ts'
import { writeProducts } from './trade/demo-products.ts'
import { writePlaces, writePurchases, writeRejectRequests } from './trade/demo-purchases.ts'
import { writeNotifications } from './parties/write-notifications.ts'
import { writeRevenueShares } from './media/write-revenue-shares.ts'
import { writeUsers } from './parties/demo-users.ts'
import { DemoWriter } from './base/demo-writer.ts'
import { Random } from './base/random.ts'
import type { Storage } from '../upload/storage.ts'

export interface DemoOptions {
  /** Called with a description of each step. */
  readonly onProgress?: (step: string) => void
  /** The moment from which days are counted. */
  readonly now?: Date
}

const filled = ['users', 'accounts', 'companies', 'campaigns', 'publisher_groups', 'delivery_files']
const seed = 20_260_401

async function isEmpty(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ filled: boolean }>(
    `select ${filled.map((table) => `exists (select from ${table})`).join(' or ')} as filled`,
  )
  return !required(rows[0], 'a row of the answer').filled
}

async function write(client: PoolClient, storage: Storage, { onProgress, now = new Date() }: DemoOptions): Promise<void> {
  const random = new Random(seed)
  const writer = new DemoWriter(client, random, now)
  const today = japanDay(now)
  onProgress?.('companies, accounts and logins')
  const accounts = await writeCompanies(writer, random)
  await writeUsers(writer, accounts)
  onProgress?.('media, spaces and frames')
  const supply = await writeMedia(writer, accounts, random)
  await writeRevenueShares(writer, supply, today)
  onProgress?.('campaigns, ads and creatives')
  const products = await writeProducts(writer, client, today)
  await writeFormatSettings(writer, client, supply.spaces, random)
  const demand = await writeCampaigns(writer, accounts, products, today, random)
  await writeCreativeContent(client, writer, storage)
  await writeDefaultCreatives(client)
  onProgress?.('90 days of delivery')
  await writeDelivery(client, demand, supply.frames, today, random)
  onProgress?.('orders, whitelists and articles')
  await writePurchases(client, now)
  await writePlaces(client)
  await writeRejectRequests(client)
  onProgress?.('announcements and notifications')
  await writeInformation(writer, today)
  await writeNotifications(client, now)
  onProgress?.('colleagues and invitations')
  await writeColleagues(writer, accounts)
  await writeInvitations(writer, accounts, now)
  await writeSourceFrames(writer, supply.frames)
  await writeLabels(client, writer, accounts)
  await writeSingleSignOn(client, writer, accounts)
}

/**
 * Fills an empty database with demo data (spec/design "Demo data") in one transaction. Returns false, without
 * changes, if the database is not empty. Processes that start together take turns.
 */
export async function loadDemo(db: RootDatabase, storage: Storage, options: DemoOptions = {}): Promise<boolean> {
  const pool: Pool = poolOf(db)
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Another process may take long to write it.
    await client.query('set local statement_timeout = 0')
    await client.query(`select pg_advisory_xact_lock(hashtext('adsite demo data'))`)
    const empty = await isEmpty(client)
    if (empty) await write(client, storage, options)
    await client.query('commit')
    if (empty) {
      // The planner has no statistics on rows that were just inserted.
      await client.query('analyze')
      await campaignsChanged(drizzle({ client }), sql`true`)
    }
    return empty
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
