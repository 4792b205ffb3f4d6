import type { Plans } from '../../config/plans.ts'
import type { Database } from '../../storage/database.ts'
import { TrackStore } from './track-store.ts'

const DAY_MS = 86_400_000
/** A stream that comes back later than this is not told of assets that were removed meanwhile. */
const REMOVED_DAYS = 30

/** What is done in the background: positions that are older than their plan keeps them go. */
export async function tidyTracks(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  plans: Plans,
  nowMs: number,
): Promise<void> {
  const tracks = new TrackStore(db, kind)
  const days = Object.values(plans).map(({ live }) => live.trackDays)
  await tracks.arrangeDays(nowMs, Math.max(...days))
  for (const [plan, { live }] of Object.entries(plans)) await tracks.prune(plan, nowMs - live.trackDays * DAY_MS)
  await tracks.forgetRemoved(nowMs - REMOVED_DAYS * DAY_MS)
}
