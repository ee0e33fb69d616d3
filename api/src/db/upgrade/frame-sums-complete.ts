import type { Database } from '../connect.ts'
import { migrationNumber } from '../schema-version.ts'
import { isComplete, type Backfill } from './backfills.ts'

/** The backfill of the sums of delivery by frame (delivery/roll-up/frame-sums.ts). */
export const frameSumsRule = { name: 'frame_sums', since: migrationNumber('0025_frame_sums') } as const satisfies Partial<Backfill>

/**
 * Whether the sums by frame have everything: a pass has filled them from the facts, and nothing that does not keep them has changed
 * delivery since (migration 0025).
 */
export async function areFrameSumsComplete(db: Database): Promise<boolean> {
  return isComplete(db, frameSumsRule)
}
