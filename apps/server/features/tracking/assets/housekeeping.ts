import type { Plans } from '../../../platform/config/plans.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { TrackStore } from '../tracks/track-store.ts'

const DAY_MS = 86_400_000
/** A stream that reconnects later than this does not receive removals from the meantime. */
const REMOVED_DAYS = 30

/** Background cleanup: deletes positions older than the plan's retention period. */
export async function tidyTracks(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  plans: Plans,
  nowMs: number,
): Promise<void> {
  const tracks = new TrackStore(db, kind)
  const days = Object.values(plans).map(({ live }) => live.trackDays)
  const faults: unknown[] = []
  /** A failed task must not block the others, or positions would be kept longer than promised. */
  const attempt = async (work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => faults.push(error))
  }
  await attempt(() => tracks.arrangeDays(nowMs, Math.max(...days)))
  for (const [plan, { live }] of Object.entries(plans)) {
    await attempt(() => tracks.prune(plan, nowMs - live.trackDays * DAY_MS))
  }
  await attempt(() => tracks.forgetRemoved(nowMs - REMOVED_DAYS * DAY_MS))
  if (faults.length > 0) throw faults[0]
}
