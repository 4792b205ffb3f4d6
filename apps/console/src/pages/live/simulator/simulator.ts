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

/** What the simulator does; undefined: nothing. It goes on while other pages are open. */
export const run = signal<Run | undefined>(undefined)
export const isPreparing = signal(false)
/** The plan of the account takes no positions. */
export const needsPlan = signal(false)
/** How many times as fast as its plan says: by the plan at first, or a newcomer sees a van that speeds. */
export const speed = signal(1)
/** Why the last run ended before its time. */
export const ended = signal('')

/** The asset that is driven, told to the page after a reload: that has ended the drive, and the van stands where it was. */
const driven = keptInTab('simulated', '', isText)
export const wasReloaded = signal(driven.peek() !== '')

const REFERENCE = 'console-simulator'
const NAME = 'Demo van'
/** A little slower than allowed: clocks differ, and the account may have other things to push. */
const MARGIN = 1.1
/** Standing at the end, until everybody has noticed. */
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

/** A van that is somewhere else would have to come here first, and its old track says nothing of the new way. */
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
  throw new CallFailed(422, `${why}No way across town was found: move the map to a town and try again.`)
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
    // It has arrived and said so; another plan sets it going again.
    if (lastFixes < 0) return
    const lastFix = run.value.isPaused ? { ...vehicle.fix(Date.now()), speed_ms: 0 } : vehicle.fix(Date.now())
    change({ isAstray: vehicle.isAstray, isArrived: vehicle.isArrived, lastFix })
    try {
      const sent = await sender.send(lastFix)
      if (sent === undefined || run.value?.asset !== asset) return
      // From the reply on: a push that was long on its way must not have the next one at its heels.
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
  // Meanwhile it may have been stopped, have arrived, or have left by an earlier press.
  if (vehicle !== leaving || leaving.isArrived || leaving.isAstray) return
  leaving.leave(turn)
  change({ isAstray: true })
}

export function stop(): void {
  clearTimeout(timer)
  vehicle = undefined
  run.value = undefined
}

// Whoever gives the vehicle another plan, by a reroute or by hand, finds it driving by that one.
effect(() => {
  const given = givenPlan.value
  if (given !== undefined && vehicle !== undefined && run.peek()?.asset === given.asset.id)
    vehicle.follow(makeDrive(given.route, vehicle.position))
})

effect(() => {
  driven.value = run.value?.asset ?? ''
})

// An asset that was removed cannot be driven.
effect(() => {
  const known = fleet.value
  const asset = run.peek()?.asset
  if (asset !== undefined && known.size > 0 && !known.has(asset)) stop()
})
