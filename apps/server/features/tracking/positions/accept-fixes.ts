import { advanceTracker, alignToServiceClock, checkFix, type Fix, type FixFieldNames } from '@fairway/tracking'
import type { Asset } from '../assets/asset.ts'
import { findAssetRoute } from '../assets/stored-routes.ts'
import { advanceTour } from '../dispatch/tour-progress.ts'
import type { AcceptedFix } from './ingest-store.ts'

/** Fix with the field names that its sender used. */
export interface ReceivedFix {
  readonly fix: Fix
  readonly index: number
  readonly names: FixFieldNames
  /** MMSI of the ship, if present. */
  readonly mmsi?: number
}

export interface RejectedFix {
  readonly index: number
  readonly why: string
}

export interface AcceptedFixes {
  readonly fixes: readonly AcceptedFix[]
  readonly rejected: readonly RejectedFix[]
  readonly state: Asset['state']
  /** MMSI that the asset is bound to from now on. */
  readonly mmsi: number | undefined
}

/** Returns the fixes that are valid regardless of the asset's history, and rejects the others. */
export function checkFixes(receivedFixes: readonly ReceivedFix[], kind: Asset['kind'], nowMs: number) {
  const fixes: ReceivedFix[] = []
  const rejectedFixes: RejectedFix[] = []
  for (const receivedFix of receivedFixes) {
    const checkResult = checkFix(receivedFix.fix, undefined, nowMs, kind, receivedFix.names)
    if (typeof checkResult === 'object') rejectedFixes.push({ index: receivedFix.index, why: checkResult.reason })
    else fixes.push(receivedFix)
  }
  return { fixes, rejected: rejectedFixes }
}

/** Applies validated fixes to an asset in time order, regardless of their order of arrival. */
export function acceptFixes(asset: Asset, receivedFixes: readonly ReceivedFix[], nowMs: number): AcceptedFixes {
  const assetRoute = findAssetRoute(asset)
  const rejectedFixes: RejectedFix[] = []
  const acceptedFixes: Fix[] = []
  // An asset is bound to its first MMSI, because a receiver picks up all nearby ships.
  let { mmsi } = asset
  for (const { fix, index, mmsi: ship } of receivedFixes) {
    if (ship !== undefined && mmsi !== undefined && ship !== mmsi) {
      rejectedFixes.push({ index, why: describeOtherShip(ship, mmsi) })
      continue
    }
    acceptedFixes.push(fix)
    mmsi ??= ship
  }
  acceptedFixes.sort((a, b) => a.timeMs - b.timeMs)
  let { state } = asset
  // The track stores the reported times, but the live position uses the server's clock.
  const fixes = alignToServiceClock(acceptedFixes, nowMs).map((fix, fixIndex): AcceptedFix => {
    state = advanceTour(asset, state, advanceTracker(assetRoute, state, fix, asset.kind))
    return { fix: acceptedFixes[fixIndex] ?? fix, flag: flagCodes[state.last], state }
  })
  return { fixes, rejected: rejectedFixes, state, mmsi }
}

function describeOtherShip(ship: number, expectedShip: number): string {
  return `it is from the ship with MMSI ${formatMmsi(ship)}, but the first report for this asset came from MMSI ${formatMmsi(expectedShip)}; register a separate asset for each ship`
}

/** Formats nine digits, because the MMSIs of coast stations and groups begin with zeros. */
const formatMmsi = (mmsi: number) => String(mmsi).padStart(9, '0')

const flagCodes = { live: 0, late: 1, jump: 2 } as const
