import type { ListAssetsReply, RegisterAssetReply } from '@fairway/client'
import { effect, signal } from '@preact/signals'
import { findTown } from '../../../map/town.ts'
import { ask, CallFailed } from '../../../state/calls.ts'
import { isText, keptInTab } from '../../../state/kept.ts'
import { chosenId, drop, fleet, limits, putAsset } from '../fleet.ts'
import { listCall } from '../follow.ts'
import { attachPlan, givenPlan, type PlannedRoute } from '../plan-lines.ts'
import { makeDrive } from './drive.ts'
import { endsAcross, isWorthDriving } from './ends-across.ts'
import { landSide } from './land-side.ts'
import { Sender } from './sender.ts'
import { type Fix, Vehicle } from './vehicle.ts'

export interface Run {
  readonly asset: string
  readonly isPaused: boolean
  readonly isAstray: boolean
  readonly isArrived: boolean
  readonly sent: number
  readonly waiting: number
  readonly trouble: string | undefined
  readonly lastFix: Fix | undefined
}

/** The simulator run, undefined when stopped. It continues while other pages are open. */
export const run = signal<Run | undefined>(undefined)
export const isPreparing = signal(false)
/** The pricing plan of the account accepts no positions. */
export const needsPlan = signal(false)
/** Speed factor relative to the planned route. It starts at 1, so that new users do not see a speeding van. */
export const speed = signal(1)
/** Why the last run ended early. */
export const ended = signal('')

/**
 * The simulated asset, kept so that the page can report it after a reload. The reload ended the run, and the van stands
 * where it was.
 */
const driven = keptInTab('simulated', '', isText)
export const wasReloaded = signal(driven.peek() !== '')

const REFERENCE = 'console-simulator'
const NAME = 'Demo van'
/** Slightly slower than allowed: clocks differ, and the account may push other positions. */
const MARGIN = 1.1
/** The number of fixes sent at the destination, so that all clients notice the arrival. */
const LAST_FIXES = 6

let vehicle: Vehicle | undefined
let timer: ReturnType<typeof setTimeout> | undefined

export async function start(): Promise<void> {
  stop()
  ended.value = ''
  wasReloaded.value = false
  isPreparing.value = true
  try {
    const reply = await ask<ListAssetsReply>(listCall)
    limits.value = reply.limits
    needsPlan.value = reply.limits.gps_push_per_s === null
    if (needsPlan.value) return
    await removeFormer(reply.assets)
    const asset = await register()
    putAsset(asset)
    const route = await planAcrossTown(asset.id).catch(async (error: unknown) => {
      await removeFormer([asset])
      throw error
    })
    chosenId.value = asset.id
    vehicle = new Vehicle(makeDrive(route))
    run.value = { ...fresh, asset: asset.id }
    drive(asset.id, 1_000 / (reply.limits.gps_push_per_s ?? 1))
  } finally {
    isPreparing.value = false
  }
}

const fresh = {
  isPaused: false,
  isAstray: false,
  isArrived: false,
  sent: 0,
  waiting: 0,
  trouble: undefined,
  lastFix: undefined,
}

/** A van elsewhere would have to drive here first, and its old track is unrelated to the new route. */
async function removeFormer(assets: readonly RegisterAssetReply[]): Promise<void> {
  for (const { id, reference } of assets) {
    if (reference !== REFERENCE) continue
    await ask({ method: 'DELETE', path: `/v1/assets/${id}` })
    drop(id)
  }
}

function register(): Promise<RegisterAssetReply> {
  return ask({ method: 'POST', path: '/v1/assets', body: { name: NAME, kind: 'vehicle', reference: REFERENCE } })
}

async function planAcrossTown(asset: string): Promise<PlannedRoute> {
  const town = await findTown()
  let refusal: CallFailed | undefined
  for (const [from, to] of endsAcross(town)) {
    try {
      const { route } = await attachPlan(asset, { from, to })
      if (isWorthDriving(route.distance_km, [from, to])) return route
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 422) throw error
      refusal = error
    }
  }
  const why = refusal === undefined ? '' : `${refusal.message}. `
  throw new CallFailed(422, `${why}No route across town was found. Move the map to a town and try again.`)
}

function drive(asset: string, everyMs: number): void {
  const gapMs = everyMs * MARGIN
  const sender = new Sender(asset, everyMs)
  let lastMs = performance.now()
  let lastFixes = LAST_FIXES
  const turn = async () => {
    const nowMs = performance.now()
    const seconds = Math.min(5, (nowMs - lastMs) / 1_000)
    lastMs = nowMs
    timer = setTimeout(turn, gapMs)
    if (vehicle === undefined || run.value === undefined) return
    if (!run.value.isPaused) vehicle.advance(seconds, speed.value)
    lastFixes = vehicle.isArrived ? lastFixes - 1 : LAST_FIXES
    // The van has arrived and reported it. A new route starts it again.
    if (lastFixes < 0) return
    const lastFix = run.value.isPaused ? { ...vehicle.fix(Date.now()), speed_ms: 0 } : vehicle.fix(Date.now())
    change({ isAstray: vehicle.isAstray, isArrived: vehicle.isArrived, lastFix })
    try {
      const sent = await sender.send(lastFix)
      if (sent === undefined || run.value?.asset !== asset) return
      // The interval starts at the reply, so that a slow push is not followed by the next one at once.
      clearTimeout(timer)
      timer = setTimeout(turn, gapMs)
      change({ sent: run.value.sent + sent.accepted, waiting: sent.waiting, trouble: sent.trouble })
    } catch (error) {
      if (run.value?.asset !== asset) return
      stop()
      ended.value = error instanceof Error ? error.message : String(error)
    }
  }
  void turn()
}

function change(changes: Partial<Run>): void {
  if (run.value !== undefined) run.value = { ...run.value, ...changes }
}

export function pauseOrGoOn(): void {
  if (run.value !== undefined) change({ isPaused: !run.value.isPaused })
}

export async function leaveRoute(): Promise<void> {
  const leaving = vehicle
  if (leaving === undefined) return
  const turn = await landSide(leaving)
  // In the meantime the van may have been stopped, have arrived, or have left after an earlier press.
  if (vehicle !== leaving || leaving.isArrived || leaving.isAstray) return
  leaving.leave(turn)
  change({ isAstray: true })
}

export function stop(): void {
  clearTimeout(timer)
  vehicle = undefined
  run.value = undefined
}

// When the vehicle gets a new route, by a reroute or by hand, the simulator follows that one.
effect(() => {
  const given = givenPlan.value
  if (given !== undefined && vehicle !== undefined && run.peek()?.asset === given.asset.id)
    vehicle.follow(makeDrive(given.route, vehicle.position))
})

effect(() => {
  driven.value = run.value?.asset ?? ''
})

// A removed asset cannot be driven.
effect(() => {
  const known = fleet.value
  const asset = run.peek()?.asset
  if (asset !== undefined && known.size > 0 && !known.has(asset)) stop()
})
