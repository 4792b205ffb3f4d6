import type { ListAssetsReply, RegisterAssetReply } from '@fairway/client'
import { effect, signal } from '@preact/signals'
import { SIMULATED_REFERENCE } from '../../../fleet/simulated-asset.ts'
import { findTownNearMap } from '../../../map/town.ts'
import { CallError, callApi } from '../../../state/calls.ts'
import { isString, tabSignal } from '../../../state/persistent-signal.ts'
import { fleet, limits, putAsset, removeAsset, selectedId } from '../fleet.ts'
import { listAssetsCall } from '../follow.ts'
import { assignedRoute, assignRoute, type PlannedRoute } from '../route-lines.ts'
import { toTimedPath } from './drive.ts'
import { crossesTown, listEndpointsAcrossTown } from './ends-across.ts'
import { findTurnTowardStreet } from './land-side.ts'
import { Sender } from './sender.ts'
import { type Fix, Vehicle } from './vehicle.ts'

export interface SimulatorRun {
  readonly asset: string
  readonly isPaused: boolean
  readonly isOffRoute: boolean
  readonly isArrived: boolean
  readonly sent: number
  readonly waiting: number
  readonly problem: string | undefined
  readonly lastFix: Fix | undefined
}

/** The simulator run, undefined when stopped. It continues while other pages are open. */
export const run = signal<SimulatorRun | undefined>(undefined)
export const isPreparing = signal(false)
/** The pricing plan of the account accepts no positions. */
export const needsPlan = signal(false)
/** Speed factor relative to the planned route. It starts at 1, so that new users do not see a speeding van. */
export const speedFactor = signal(1)
/** Why the last run ended early. */
export const endReason = signal('')

/**
 * The simulated asset, kept so that the page can report it after a reload. The reload ended the run, and the van stays
 * where it was.
 */
const simulatedAssetId = tabSignal('simulated', '', isString)
export const wasReloaded = signal(simulatedAssetId.peek() !== '')

const ASSET_NAME = 'Demo van'
/** Slightly slower than allowed: clocks differ, and the account may push other positions. */
const INTERVAL_FACTOR = 1.1
/** The number of fixes sent at the destination, so that all clients notice the arrival. */
const ARRIVAL_FIX_COUNT = 6

let vehicle: Vehicle | undefined
let timer: ReturnType<typeof setTimeout> | undefined

export async function startSimulator(): Promise<void> {
  stopSimulator()
  endReason.value = ''
  wasReloaded.value = false
  isPreparing.value = true
  try {
    const reply = await callApi<ListAssetsReply>(listAssetsCall)
    limits.value = reply.limits
    needsPlan.value = reply.limits.gps_push_per_s === null
    if (needsPlan.value) return
    await removeSimulatedAssets(reply.assets)
    const asset = await registerAsset()
    putAsset(asset)
    const route = await assignRouteAcrossTown(asset.id).catch(async (error: unknown) => {
      await removeSimulatedAssets([asset])
      throw error
    })
    selectedId.value = asset.id
    vehicle = new Vehicle(toTimedPath(route))
    run.value = { ...initialRun, asset: asset.id }
    runVehicle(asset.id, 1_000 / (reply.limits.gps_push_per_s ?? 1))
  } finally {
    isPreparing.value = false
  }
}

const initialRun = {
  isPaused: false,
  isOffRoute: false,
  isArrived: false,
  sent: 0,
  waiting: 0,
  problem: undefined,
  lastFix: undefined,
}

/** A van elsewhere would have to drive here first, and its old track is unrelated to the new route. */
async function removeSimulatedAssets(assets: readonly RegisterAssetReply[]): Promise<void> {
  for (const { id, reference } of assets) {
    if (reference !== SIMULATED_REFERENCE) continue
    await callApi({ method: 'DELETE', path: `/v1/assets/${id}` })
    removeAsset(id)
  }
}

function registerAsset(): Promise<RegisterAssetReply> {
  return callApi({
    method: 'POST',
    path: '/v1/assets',
    body: { name: ASSET_NAME, kind: 'vehicle', reference: SIMULATED_REFERENCE },
  })
}

async function assignRouteAcrossTown(asset: string): Promise<PlannedRoute> {
  const town = await findTownNearMap()
  let refusal: CallError | undefined
  for (const [from, to] of listEndpointsAcrossTown(town)) {
    try {
      const { route } = await assignRoute(asset, { from, to })
      if (crossesTown(route.distance_km, [from, to])) return route
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 422) throw error
      refusal = error
    }
  }
  const reason = refusal === undefined ? '' : `${refusal.message}. `
  throw new CallError(422, `${reason}No route across town was found. Move the map to a town and try again.`)
}

function runVehicle(asset: string, everyMs: number): void {
  const sendIntervalMs = everyMs * INTERVAL_FACTOR
  const sender = new Sender(asset, everyMs)
  let lastMs = performance.now()
  let remainingArrivalFixes = ARRIVAL_FIX_COUNT
  const sendNextFix = async () => {
    const nowMs = performance.now()
    const elapsedSeconds = Math.min(5, (nowMs - lastMs) / 1_000)
    lastMs = nowMs
    timer = setTimeout(sendNextFix, sendIntervalMs)
    if (vehicle === undefined || run.value === undefined) return
    if (!run.value.isPaused) vehicle.advance(elapsedSeconds, speedFactor.value)
    remainingArrivalFixes = vehicle.hasArrived ? remainingArrivalFixes - 1 : ARRIVAL_FIX_COUNT
    // The van has arrived and reported it. A new route starts it again.
    if (remainingArrivalFixes < 0) return
    const lastFix = run.value.isPaused ? { ...vehicle.toFix(Date.now()), speed_ms: 0 } : vehicle.toFix(Date.now())
    updateRun({ isOffRoute: vehicle.isOffRoute, isArrived: vehicle.hasArrived, lastFix })
    try {
      const sendResult = await sender.send(lastFix)
      if (sendResult === undefined || run.value?.asset !== asset) return
      // The interval starts when the reply arrives, so that a slow push is not followed by the next one at once.
      clearTimeout(timer)
      timer = setTimeout(sendNextFix, sendIntervalMs)
      updateRun({
        sent: run.value.sent + sendResult.accepted,
        waiting: sendResult.waiting,
        problem: sendResult.problem,
      })
    } catch (error) {
      if (run.value?.asset !== asset) return
      stopSimulator()
      endReason.value = error instanceof Error ? error.message : String(error)
    }
  }
  void sendNextFix()
}

function updateRun(changes: Partial<SimulatorRun>): void {
  if (run.value !== undefined) run.value = { ...run.value, ...changes }
}

export function togglePause(): void {
  if (run.value !== undefined) updateRun({ isPaused: !run.value.isPaused })
}

export async function leaveRoute(): Promise<void> {
  const leavingVehicle = vehicle
  if (leavingVehicle === undefined) return
  const turn = await findTurnTowardStreet(leavingVehicle)
  // In the meantime the van may have been stopped, have arrived, or have left after an earlier press.
  if (vehicle !== leavingVehicle || leavingVehicle.hasArrived || leavingVehicle.isOffRoute) return
  leavingVehicle.leaveRoute(turn)
  updateRun({ isOffRoute: true })
}

export function stopSimulator(): void {
  clearTimeout(timer)
  vehicle = undefined
  run.value = undefined
}

// When the vehicle gets a new route, by a reroute or by hand, the simulator follows that one.
effect(() => {
  const assignment = assignedRoute.value
  if (assignment !== undefined && vehicle !== undefined && run.peek()?.asset === assignment.asset.id)
    vehicle.followPath(toTimedPath(assignment.route, vehicle.position))
})

effect(() => {
  simulatedAssetId.value = run.value?.asset ?? ''
})

// A removed asset cannot be driven.
effect(() => {
  const currentFleet = fleet.value
  const simulatedId = run.peek()?.asset
  if (simulatedId !== undefined && currentFleet.size > 0 && !currentFleet.has(simulatedId)) stopSimulator()
})
