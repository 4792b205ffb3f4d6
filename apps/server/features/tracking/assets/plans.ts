import { type PackedPlan, type Plan, unpackPlan } from '@fairway/tracking'
import { isWalking } from '../live/walking.ts'
import type { Asset } from './asset.ts'

/** Decoded asset routes take about ten times as much memory as encoded ones. */
const MAX_POINTS_KEPT = 2_000_000

const kept = new Map<string, Plan>()
let points = 0

type Planned = Pick<Asset, 'id' | 'planNumber' | 'plan' | 'kind'>

/** The decoded route of an asset, ready for tracking. Recently used ones are cached. */
export function planOf(asset: Planned): Plan | undefined {
  const { id, planNumber, plan } = asset
  if (!plan) return undefined
  const key = `${id} ${planNumber}`
  const known = kept.get(key)
  if (known) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const made = unpackPlan(hasTimesOfCars(asset) ? withoutTimes(plan.line) : plan.line)
  kept.set(key, made)
  points += made.vectors.length
  for (const [oldest, { vectors }] of kept) {
    if (points <= MAX_POINTS_KEPT || kept.size === 1) break
    kept.delete(oldest)
    points -= vectors.length
  }
  return made
}

/**
 * The part of the route that a poll needs. The state already has the remaining distance and duration. Decoding the
 * route would take longer than the rest of the poll, and a large fleet's routes do not all stay decoded.
 */
export function seenPlanOf(asset: Planned & Pick<Asset, 'state'>): Plan | Pick<Plan, 'id'> | undefined {
  const progress = asset.state?.progress
  return asset.plan && progress?.rest ? { id: progress.planId } : planOf(asset)
}

/** Robot routes that were attached before walking durations were used. */
function hasTimesOfCars({ kind, plan }: Pick<Asset, 'kind' | 'plan'>): boolean {
  return plan !== undefined && isWalking(kind, plan.route.mode) && !plan.route.isWalked
}

function withoutTimes({ seconds: _cars, ...line }: PackedPlan): PackedPlan {
  return line
}
