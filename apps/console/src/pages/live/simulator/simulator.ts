import type { ListAssetsReply, RegisterAssetReply } from '@fairway/client'
import { effect, signal } from '@preact/signals'
import { SIMULATED_REFERENCE } from '../../../fleet/simulated-asset.ts'
import { findTownNearMap } from '../../../map/town.ts'
import { CallError, callApi } from '../../../state/calls.ts'
import { isString, tabSignal } from '../../../state/persistent-signal.ts'
import { findExampleEnds } from '../../plan/start/example-places.ts'
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
  readonly sentCount: number
  readonly waitingCount: number
  readonly problem: string | undefined
  readonly lastFix: Fix | undefined
}

/** Current simulator run, or undefined when the simulator is stopped. The run continues while other pages are open. */
export const run = signal<SimulatorRun | undefined>(undefined)
export const isPreparing = signal(false)
/** Whether the pricing plan of the account accepts no positions. */
export const needsPlan = signal(false)
/** Speed factor relative to the planned route. The default of 1 shows new users a van at a realistic speed. */
export const speedFactor = signal(1)
/** Whether a link asked for the demo, which starts as soon as the page has a key. */
export const isDemoRequested = signal(false)
/** Reason why the last run ended early. */
export const endReason = signal('')

/** Id of the simulated asset. A reload ends the run, and the page then reports the asset that the run left behind. */
const simulatedAssetId = tabSignal('simulated', '', isString)
export const wasReloaded = signal(simulatedAssetId.peek() !== '')

const ASSET_NAME = 'Demo van'
/**
 * Factor that makes the interval between pushes slightly longer than the limit requires. Clocks differ, and the account
 * may push other positions.
 */
const INTERVAL_FACTOR = 1.1
/** Number of fixes sent at the destination, so that all clients notice the arrival. */
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
  sentCount: 0,
  waitingCount: 0,
  problem: undefined,
  lastFix: undefined,
}

/**
 * Removes earlier simulated assets. An earlier van would first have to drive to the new route, and its old track is
 * unrelated to the new run.
 */
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
  const places = await findExampleEnds(town)
  let refusal: CallError | undefined
  // Known places are next to roads. Other positions may be in the sea, where the service rejects the request.
  const pairs = places === undefined ? [] : [[places[1].at, places[0].at] as const]
  for (const [from, to] of [...pairs, ...listEndpointsAcrossTown(town)]) {
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
    // The van has reported its arrival. A new route starts the van again.
    if (remainingArrivalFixes < 0) return
    const lastFix = run.value.isPaused ? { ...vehicle.toFix(Date.now()), speed_ms: 0 } : vehicle.toFix(Date.now())
    updateRun({ isOffRoute: vehicle.isOffRoute, isArrived: vehicle.hasArrived, lastFix })
    try {
      const sendResult = await sender.send(lastFix)
      if (sendResult === undefined || run.value?.asset !== asset) return
      // The interval starts when the reply arrives, so that a slow push is not followed immediately by the next push.
      clearTimeout(timer)
      timer = setTimeout(sendNextFix, sendIntervalMs)
      updateRun({
        sentCount: run.value.sentCount + sendResult.acceptedCount,
        waitingCount: sendResult.waitingCount,
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
  // During the lookup, the van may have been stopped, have arrived, or have left its route.
  if (vehicle !== leavingVehicle || leavingVehicle.hasArrived || leavingVehicle.isOffRoute) return
  leavingVehicle.leaveRoute(turn)
  updateRun({ isOffRoute: true })
}

export function stopSimulator(): void {
  clearTimeout(timer)
  vehicle = undefined
  run.value = undefined
}

// When the vehicle gets a new route, the simulator follows the new route.
effect(() => {
  const assignment = assignedRoute.value
  if (assignment !== undefined && vehicle !== undefined && run.peek()?.asset === assignment.asset.id)
    vehicle.followPath(toTimedPath(assignment.route, vehicle.position))
})

effect(() => {
  simulatedAssetId.value = run.value?.asset ?? ''
})

// The run ends when its asset is removed.
effect(() => {
  const currentFleet = fleet.value
  const simulatedId = run.peek()?.asset
  if (simulatedId !== undefined && currentFleet.size > 0 && !currentFleet.has(simulatedId)) stopSimulator()
})
