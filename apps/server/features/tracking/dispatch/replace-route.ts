import { attachRoute, type VisitLog, type VisitRecord } from '@fairway/tracking'
import type { Asset, StoredAssetRoute } from '../assets/asset.ts'
import type { AssetStore } from '../assets/asset-store.ts'
import { findAssetRoute } from '../assets/stored-routes.ts'

/**
 * Replaces the route of an asset. With `keepsVisits`, the new route continues the same tour. Returns undefined if the
 * asset was removed in the meantime.
 */
export async function replaceRoute(
  assets: AssetStore,
  { account, id }: Pick<Asset, 'account' | 'id'>,
  plan: StoredAssetRoute,
  { keepsVisits }: { readonly keepsVisits: boolean },
): Promise<Asset | undefined> {
  return await assets.update(account, id, (current) => {
    const next = { ...current, plan, planNumber: current.planNumber + 1 }
    const state = current.state && attachRoute(findAssetRoute(next), current.state, current.kind)
    const visits = keepsVisits ? carryVisitLog(current, next) : undefined
    return { plan, planNumber: next.planNumber, state: state && { ...state, visits } }
  })
}

/**
 * Copies the visit records of an asset to its new route. Without the records, an asset at a stop would have to repeat
 * the dwell time, and earlier visit times would be lost.
 */
function carryVisitLog(current: Asset, next: Asset): VisitLog | undefined {
  const log = current.state?.visits
  const [currentTour, nextTour] = [current.plan?.tour, next.plan?.tour]
  if (!log || !currentTour || !nextTour || log.plan !== current.planNumber) return undefined
  const records = new Map(currentTour.visits.map(({ stop }, index) => [stop, log.visits[index]]))
  const visits: Record<number, VisitRecord> = {}
  nextTour.visits.forEach(({ stop }, index) => {
    const record = records.get(stop)
    if (record) visits[index] = record
  })
  return { plan: next.planNumber, visits }
}
