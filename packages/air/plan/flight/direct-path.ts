import type { Corridor } from '../../model.ts'
import type { Leg } from '../../scene/block.ts'
import type { Scene } from '../../scene/scene.ts'
import { timedLeg } from '../../search/find-path.ts'
import type { FoundPath, PathResult } from '../../search/path.ts'
import { overlaps } from '../../times/in-force.ts'
import { staysOpen } from '../corridors.ts'
import { placeOf, type ZoneBlock } from '../zone-blocks.ts'

/** The blocks and corridors considered by a path search. */
export interface Choice {
  readonly blocks: readonly ZoneBlock[]
  readonly corridors: readonly Corridor[]
  /** Treats corridors as open at any time. */
  readonly isTimeless?: boolean
}

export interface Way extends PathResult {
  readonly choice: Choice
  readonly scene: Scene
}

/** A zone that had to end, or a corridor that had to open, before the flight reached it. */
interface Awaited {
  readonly what: ZoneBlock | Corridor
  readonly atMs: number
}

/** Paths whose costs differ by more than this factor differ by more than rounding. */
const LONGER = 1 + 1e-6
/** After this many rounds, all awaited zones and corridors are closed at once. */
const MAX_ROUNDS = 12

/**
 * Finds the best path without loitering: drones do not wait in the air or circle until a zone ends or a corridor opens.
 * A path that passes a zone after it ends must be as short as it would be without that zone. Otherwise the zone is
 * treated as closed and the search repeats.
 */
export function findHonestWay(search: (choice: Choice) => Way, given: Choice, startMs: number): Way {
  let choice = given
  for (let round = 1; ; round++) {
    const way = search(choice)
    if (!way.path) return way
    const awaited = awaitedOn(way, way.path, startMs)
    if (awaited.length === 0 || !isLongerThanNeeded(search, way, way.path)) return way
    const latest = Math.max(...awaited.map(({ atMs }) => atMs))
    const shut = awaited.filter(({ atMs }) => atMs === latest || round > MAX_ROUNDS).map(({ what }) => what)
    choice = {
      blocks: choice.blocks.map((block) => (shut.includes(block) ? (block.shut ?? block) : block)),
      corridors: choice.corridors.filter((corridor) => !shut.includes(corridor)),
    }
  }
}

function isLongerThanNeeded(search: (choice: Choice) => Way, { choice, scene }: Way, path: FoundPath): boolean {
  const entered = new Set(legsOf(path, 0).flatMap(({ leg }) => scene.stretchesOn(leg).map(({ block }) => block)))
  const used = new Set(path.legs.flatMap(({ lane }) => (lane ? [choice.corridors[lane.corridor]] : [])))
  const timeless = search({
    blocks: choice.blocks.flatMap((block, at) => (block.isTimed && entered.has(at) ? [] : [block.shut ?? block])),
    corridors: choice.corridors.filter((corridor) => corridor.times.length === 0 || used.has(corridor)),
    isTimeless: true,
  })
  return timeless.path !== undefined && path.cost > timeless.path.cost * LONGER
}

function awaitedOn({ choice: { blocks, corridors }, scene }: Way, path: FoundPath, startMs: number): Awaited[] {
  const isTimed = blocks.some((block) => block.isTimed)
  return legsOf(path, startMs).flatMap(({ leg, corridor }): Awaited[] => {
    const lane = corridor === undefined ? undefined : corridors[corridor]
    const isAwaited = lane !== undefined && lane.times.length > 0 && !staysOpen(lane, startMs, leg.fromMs)
    const zones = isTimed ? scene.stretchesOn(leg) : []
    return [
      ...(isAwaited ? [{ what: lane, atMs: leg.fromMs }] : []),
      ...zones
        .filter(({ block, stretch }) => hasHeld(blocks[block], startMs, stretch.fromMs))
        .map(({ block, stretch }) => ({ what: blocks[block], atMs: stretch.fromMs })),
    ]
  })
}

function hasHeld({ isTimed, volume: { zone }, outline }: ZoneBlock, fromMs: number, untilMs: number): boolean {
  return isTimed === true && overlaps(zone.times, fromMs, untilMs, placeOf(outline))
}

/** Converts the legs of a path to timed scene legs. */
export function legsOf({ legs }: FoundPath, startMs: number): { leg: Leg; corridor: number | undefined }[] {
  let time = startMs
  return legs.map(({ from, to, seconds, lane, pace }) => {
    const leg = timedLeg(from, to, time, pace ?? seconds)
    time = leg.untilMs
    return { leg, corridor: lane?.corridor }
  })
}
