import type { Plans } from '../../../platform/config/plans.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { SolutionStore } from '../dispatch/solution-store.ts'
import { EventStore } from '../events/event-store.ts'
import { TrackStore } from '../tracks/track-store.ts'
import { DeliveryStore } from '../webhooks/delivery-store.ts'

const DAY_MS = 86_400_000
/** Number of days for which removals are kept. A stream that reconnects later does not receive these removals. */
const REMOVED_RETENTION_DAYS = 30
/** Minimum number of days for which events are kept. Webhooks need an event until the last delivery attempt. */
const MIN_EVENT_DAYS = 7

/**
 * Deletes positions, events, solutions and removal records after their retention periods, and abandons old webhook
 * messages. Runs in the background.
 */
export async function pruneTracks(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  plans: Plans,
  nowMs: number,
): Promise<void> {
  const tracks = new TrackStore(db, kind)
  const events = new EventStore(db)
  const retentionDays = Object.values(plans).map(({ live }) => live.trackDays)
  const errors: unknown[] = []
  /** A failed task must not block the others, because positions would then be kept longer than promised. */
  const runTask = async (work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => errors.push(error))
  }
  await runTask(() => tracks.maintainPartitions(nowMs, Math.max(...retentionDays)))
  for (const [plan, { live }] of Object.entries(plans)) {
    await runTask(() => tracks.prune(plan, nowMs - live.trackDays * DAY_MS))
    await runTask(() => events.prune(plan, nowMs - Math.max(live.trackDays, MIN_EVENT_DAYS) * DAY_MS))
  }
  await runTask(() => new SolutionStore(db).prune(nowMs))
  await runTask(() => new DeliveryStore(db).expire(nowMs))
  await runTask(() => tracks.deleteRemovedAssets(nowMs - REMOVED_RETENTION_DAYS * DAY_MS))
  if (errors.length > 0) throw errors[0]
}
