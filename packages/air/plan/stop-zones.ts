import type { Position } from '@fairway/geo'
import type { ZoneVolume } from '../airspace-index.ts'
import { makeCap } from '../geometry/cap.ts'
import { toVector } from '../geometry/ellipsoid.ts'
import { Frame } from '../geometry/frame.ts'
import { isInside } from '../geometry/inside.ts'
import type { Zone } from '../model.ts'
import { Scene } from '../scene/scene.ts'
import { describeTimes } from '../times/describe-times.ts'
import { toZoneNote } from './flight/flight.ts'
import type { FlightPlanner } from './planner.ts'
import type { Refusal } from './refusal.ts'
import { listColumnBlocks, type TimeWindow, type ZoneBlock } from './zone-blocks.ts'

/** A stop that zones block. The refusal names one zone, but all listed zones block the stop. */
export interface ClosedStop {
  readonly refusal: Refusal
  readonly zones: readonly Zone[]
}

/**
 * Returns the zones that contain a stop or are within the margin of it. At the first and last stop, all heights of the
 * climb or descent are checked. At other stops, only the cruise altitude is checked.
 */
export function listZonesAtStop(
  planner: FlightPlanner,
  index: number,
  window: TimeWindow,
  overlapRule: 'ever' | 'throughout',
  isRelevant: (volume: ZoneVolume) => boolean,
): ZoneBlock[] {
  const { at } = planner.stops[index]
  const point = toVector(at)
  const volumes = planner.sky.zonesNear(makeCap(point, planner.marginM * 1.1)).filter(isRelevant)
  const isIntermediateStop = index > 0 && index < planner.stops.length - 1
  const { altitudeM, startHeightM } = planner
  const endHeightM = isIntermediateStop ? altitudeM : index === 0 ? startHeightM : 0
  const heights = [Math.min(endHeightM, altitudeM), Math.max(endHeightM, altitudeM)] as const
  const blocks = listColumnBlocks(volumes, at, heights, planner.groundElevation, window, overlapRule)
  const { marginM } = planner
  const scene = new Scene(new Frame(point), blocks, { marginMeters: marginM, reachMeters: marginM })
  return scene.listBlocksAt(point).map((block) => blocks[block])
}

/**
 * Finds a stop that zones block, before the search runs. `from` is checked for zones in force during the climb. Other
 * stops are checked for zones in force during the whole possible flight time.
 */
export function findClosedStop(planner: FlightPlanner): ClosedStop | undefined {
  const { departAtMs, climbSeconds } = planner
  for (let index = 0; index < planner.stops.length; index++) {
    const isStart = index === 0
    const window = isStart
      ? { fromMs: departAtMs, untilMs: departAtMs + climbSeconds * 1000 }
      : planner.windowFrom(departAtMs)
    const closedStop = checkStop(planner, index, window, isStart ? 'ever' : 'throughout')
    if (closedStop) return closedStop
  }
  return undefined
}

export function checkStop(
  planner: FlightPlanner,
  index: number,
  window: TimeWindow,
  overlapRule: 'ever' | 'throughout',
): ClosedStop | undefined {
  const blocks = listZonesAtStop(planner, index, window, overlapRule, planner.isBlocking)
  const { field, at } = planner.stops[index]
  const reportedBlock = pickReportedZone(blocks, at)
  if (!reportedBlock) return undefined
  const { zone } = reportedBlock.volume
  const refusal: Refusal = {
    kind: 'inside-zone',
    field,
    zone: toZoneNote(zone, describeTimes(zone.times)),
    within: isInside(reportedBlock.outline, toVector(at)) ? 'zone' : 'margin',
    marginM: planner.marginM,
  }
  return { refusal, zones: blocks.map(({ volume }) => volume.zone) }
}

/**
 * Chooses the zone to report. Prefers permanent zones, then prohibited zones, then zones around the stop over zones
 * next to it.
 */
function pickReportedZone(blocks: readonly ZoneBlock[], position: Position): ZoneBlock | undefined {
  const blockPriority = ({ volume: { zone }, outline }: ZoneBlock) =>
    (isInside(outline, toVector(position)) ? 4 : 0) +
    (zone.times.length === 0 ? 2 : 0) +
    (zone.rule === 'prohibited' ? 1 : 0)
  return blocks.reduce<ZoneBlock | undefined>(
    (worstBlock, block) => (worstBlock && blockPriority(worstBlock) >= blockPriority(block) ? worstBlock : block),
    undefined,
  )
}
