import { randomBytes } from 'node:crypto'
import { advanceTracker, attachRoute, makeAssetRoute, serializeRoute } from '@fairway/tracking'
import type { TrackingStore } from './tracking-stores.ts'

const POINT_COUNT = 200
const INSERTED_TOGETHER = 500

/** Adds assets with a route of twenty kilometers to the database and returns their ids. */
export async function addAssets(store: TrackingStore, count: number, hasPlan: boolean): Promise<string[]> {
  const { plan, state } = hasPlan ? followedPlan() : { plan: null, state: null }
  const ids = Array.from({ length: count }, () => `as_${randomBytes(12).toString('base64url')}`)
  await store.database.db.transaction().execute(async (trx) => {
    for (let at = 0; at < count; at += INSERTED_TOGETHER) {
      const rows = ids.slice(at, at + INSERTED_TOGETHER).map((id) => ({
        id,
        account: store.account,
        name: 'Van',
        kind: 'vehicle' as const,
        category: 'civil' as const,
        reference: null,
        profile: null,
        created_at: Date.now(),
        plan_number: hasPlan ? 1 : 0,
        state,
        changed: 0,
      }))
      const added = await trx.insertInto('assets').values(rows).returning('number').execute()
      if (plan === null) continue
      const routes = added.map(({ number }) => ({ asset: number, plan }))
      await trx.insertInto('asset_routes').values(routes).execute()
    }
  })
  return ids
}

function followedPlan(): { plan: string; state: string } {
  const points = Array.from({ length: POINT_COUNT }, (_, at): [number, number] => [
    48 + at * 0.0009,
    11 + 0.0003 * Math.sin(at / 7),
  ])
  const made = makeAssetRoute({ kind: 'vehicle', points, secondsAt: points.map((_, at) => at * 7) })
  const now = Date.now()
  const fixAt = (at: number, timeMs: number) => ({
    latitude: points[at]?.[0] ?? 0,
    longitude: points[at]?.[1] ?? 0,
    timeMs,
  })
  let state = attachRoute(made, advanceTracker(undefined, undefined, fixAt(0, now - 60_000), 'vehicle'), 'vehicle')
  for (let at = 1; at < 8; at++) state = advanceTracker(made, state, fixAt(at, now - 60_000 + at * 7000), 'vehicle')
  const route = {
    id: 'rt_1',
    mode: 'road',
    distanceKm: 20,
    etaMin: 23,
    departAt: new Date(now).toISOString(),
    arriveAt: new Date(now + 1_380_000).toISOString(),
    to: points.at(-1),
  }
  const plan = { attachedAtMs: now, route, line: serializeRoute(made) }
  return { plan: JSON.stringify(plan), state: JSON.stringify(state) }
}

/** Returns the body of a push with `batch` successive positions on a road to the north. */
export function pushBody(batch: number, firstFix: number): string {
  const begin = Date.now() - batch * 100
  const position = (at: number) => {
    const latitude = (48 + ((firstFix + at) % 20_000) * 1e-5).toFixed(5)
    return `{"at":[${latitude},11.5],"time":${begin + at * 100},"speed_ms":8.3,"heading":1,"battery_pct":81}`
  }
  if (batch === 1) return position(0)
  return `{"positions":[${Array.from({ length: batch }, (_, at) => position(at)).join(',')}]}`
}
