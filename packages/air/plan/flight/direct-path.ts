import type { Corridor } from '../../model.ts'
import type { Leg } from '../../scene/block.ts'
import type { Scene } from '../../scene/scene.ts'
import { timedLeg } from '../../search/find-path.ts'
import type { FoundPath, PathResult } from '../../search/path.ts'
import { overlapsPeriod } from '../../times/in-force.ts'
import { isOpenThroughout } from '../corridors.ts'
import { referencePosition, type ZoneBlock } from '../zone-blocks.ts'

/** Blocks and corridors considered by a path search. */
export interface SearchScope {
  readonly blocks: readonly ZoneBlock[]
  readonly corridors: readonly Corridor[]
  /** Whether corridors are treated as open at all times. */
  readonly ignoresTimes?: boolean
}

export interface ScopedPath extends PathResult {
  readonly scope: SearchScope
  readonly scene: Scene
}

/** A zone that had to end, or a corridor that had to open, before the flight reached it. */
interface AwaitedOpening {
  readonly what: ZoneBlock | Corridor
  readonly atMs: number
}

/** Minimum ratio of two path costs that counts as a real difference and not as a rounding error. */
const COST_TOLERANCE_FACTOR = 1 + 1e-6
/** Maximum number of rounds. After that, all awaited zones and corridors are closed at once. */
const MAX_ROUNDS = 12

/**
 * Finds the best path without loitering, because drones do not wait in the air until a zone ends or a corridor opens. A
 * path that passes a zone after the zone ends must be as short as without the zone. Otherwise, the zone is treated as
 * closed, and the search repeats.
 */
export function findPathWithoutLoitering(
  search: (scope: SearchScope) => ScopedPath,
  initialScope: SearchScope,
  startMs: number,
): ScopedPath {
  let scope = initialScope
  for (let round = 1; ; round++) {
    const candidate = search(scope)
    if (!candidate.path) return candidate
    const awaitedOpenings = listAwaitedOpenings(candidate, candidate.path, startMs)
    if (awaitedOpenings.length === 0 || !isLongerThanWithoutTimes(search, candidate, candidate.path)) return candidate
    const latestOpeningMs = Math.max(...awaitedOpenings.map(({ atMs }) => atMs))
    const closedObjects = awaitedOpenings
      .filter(({ atMs }) => atMs === latestOpeningMs || round > MAX_ROUNDS)
      .map(({ what }) => what)
    scope = {
      blocks: scope.blocks.map((block) => (closedObjects.includes(block) ? (block.permanent ?? block) : block)),
      corridors: scope.corridors.filter((corridor) => !closedObjects.includes(corridor)),
    }
  }
}

function isLongerThanWithoutTimes(
  search: (choice: SearchScope) => ScopedPath,
  { scope, scene }: ScopedPath,
  path: FoundPath,
): boolean {
  const enteredBlocks = new Set(
    toTimedLegs(path, 0).flatMap(({ leg }) => scene.listTimedSegments(leg).map(({ block }) => block)),
  )
  const usedCorridors = new Set(path.legs.flatMap(({ lane }) => (lane ? [scope.corridors[lane.corridor]] : [])))
  const pathWithoutTimes = search({
    blocks: scope.blocks.flatMap((block, index) =>
      block.isTimed && enteredBlocks.has(index) ? [] : [block.permanent ?? block],
    ),
    corridors: scope.corridors.filter((corridor) => corridor.times.length === 0 || usedCorridors.has(corridor)),
    ignoresTimes: true,
  })
  return pathWithoutTimes.path !== undefined && path.cost > pathWithoutTimes.path.cost * COST_TOLERANCE_FACTOR
}

function listAwaitedOpenings(
  { scope: { blocks, corridors }, scene }: ScopedPath,
  path: FoundPath,
  startMs: number,
): AwaitedOpening[] {
  const isTimed = blocks.some((block) => block.isTimed)
  return toTimedLegs(path, startMs).flatMap(({ leg, corridor }): AwaitedOpening[] => {
    const usedCorridor = corridor === undefined ? undefined : corridors[corridor]
    const isCorridorAwaited =
      usedCorridor !== undefined &&
      usedCorridor.times.length > 0 &&
      !isOpenThroughout(usedCorridor, startMs, leg.fromMs)
    const zones = isTimed ? scene.listTimedSegments(leg) : []
    return [
      ...(isCorridorAwaited ? [{ what: usedCorridor, atMs: leg.fromMs }] : []),
      ...zones
        .filter(({ block, stretch }) => wasInForce(blocks[block], startMs, stretch.fromMs))
        .map(({ block, stretch }) => ({ what: blocks[block], atMs: stretch.fromMs })),
    ]
  })
}

function wasInForce({ isTimed, volume: { zone }, outline }: ZoneBlock, fromMs: number, untilMs: number): boolean {
  return isTimed === true && overlapsPeriod(zone.times, fromMs, untilMs, referencePosition(outline))
}

/** Converts the legs of a path to timed scene legs. */
export function toTimedLegs({ legs }: FoundPath, startMs: number): { leg: Leg; corridor: number | undefined }[] {
  let time = startMs
  return legs.map(({ from, to, seconds, lane, timing }) => {
    const leg = timedLeg(from, to, time, timing ?? seconds)
    time = leg.untilMs
    return { leg, corridor: lane?.corridor }
  })
}
