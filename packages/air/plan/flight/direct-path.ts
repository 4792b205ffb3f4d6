import type { Corridor } from '../../model.ts'
import type { Leg } from '../../scene/block.ts'
import type { Scene } from '../../scene/scene.ts'
import { timedLeg } from '../../search/find-path.ts'
import type { FoundPath, PathResult } from '../../search/path.ts'
import { overlaps } from '../../times/in-force.ts'
import { staysOpen } from '../corridors.ts'
import { referencePosition, type ZoneBlock } from '../zone-blocks.ts'

/** The blocks and corridors considered by a path search. */
export interface SearchScope {
  readonly blocks: readonly ZoneBlock[]
  readonly corridors: readonly Corridor[]
  /** Treats corridors as open at any time. */
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

/** If the costs of two paths differ by more than this factor, the difference is not just rounding. */
const LONGER_FACTOR = 1 + 1e-6
/** After this many rounds, all awaited zones and corridors are closed at once. */
const MAX_ROUNDS = 12

/**
 * Finds the best path without loitering: drones do not wait in the air or circle until a zone ends or a corridor opens.
 * A path that passes a zone after it ends must be as short as it would be without that zone. Otherwise the zone is
 * treated as closed and the search repeats.
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
    const awaited = listAwaited(candidate, candidate.path, startMs)
    if (awaited.length === 0 || !isLongerThanTimeless(search, candidate, candidate.path)) return candidate
    const latest = Math.max(...awaited.map(({ atMs }) => atMs))
    const closing = awaited.filter(({ atMs }) => atMs === latest || round > MAX_ROUNDS).map(({ what }) => what)
    scope = {
      blocks: scope.blocks.map((block) => (closing.includes(block) ? (block.permanent ?? block) : block)),
      corridors: scope.corridors.filter((corridor) => !closing.includes(corridor)),
    }
  }
}

function isLongerThanTimeless(
  search: (choice: SearchScope) => ScopedPath,
  { scope, scene }: ScopedPath,
  path: FoundPath,
): boolean {
  const entered = new Set(
    toTimedLegs(path, 0).flatMap(({ leg }) => scene.listTimedSegments(leg).map(({ block }) => block)),
  )
  const usedCorridors = new Set(path.legs.flatMap(({ lane }) => (lane ? [scope.corridors[lane.corridor]] : [])))
  const timeless = search({
    blocks: scope.blocks.flatMap((block, index) =>
      block.isTimed && entered.has(index) ? [] : [block.permanent ?? block],
    ),
    corridors: scope.corridors.filter((corridor) => corridor.times.length === 0 || usedCorridors.has(corridor)),
    ignoresTimes: true,
  })
  return timeless.path !== undefined && path.cost > timeless.path.cost * LONGER_FACTOR
}

function listAwaited(
  { scope: { blocks, corridors }, scene }: ScopedPath,
  path: FoundPath,
  startMs: number,
): AwaitedOpening[] {
  const isTimed = blocks.some((block) => block.isTimed)
  return toTimedLegs(path, startMs).flatMap(({ leg, corridor }): AwaitedOpening[] => {
    const lane = corridor === undefined ? undefined : corridors[corridor]
    const isAwaited = lane !== undefined && lane.times.length > 0 && !staysOpen(lane, startMs, leg.fromMs)
    const zones = isTimed ? scene.listTimedSegments(leg) : []
    return [
      ...(isAwaited ? [{ what: lane, atMs: leg.fromMs }] : []),
      ...zones
        .filter(({ block, stretch }) => wasInForce(blocks[block], startMs, stretch.fromMs))
        .map(({ block, stretch }) => ({ what: blocks[block], atMs: stretch.fromMs })),
    ]
  })
}

function wasInForce({ isTimed, volume: { zone }, outline }: ZoneBlock, fromMs: number, untilMs: number): boolean {
  return isTimed === true && overlaps(zone.times, fromMs, untilMs, referencePosition(outline))
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
