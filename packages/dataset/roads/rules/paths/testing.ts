import { TravelMode } from '@fairway/road'
import type { DirectionRules } from '../rules.ts'
import { type TagTable, unknownRegion } from '../testing.ts'
import type { TravelRules } from '../travel-rules.ts'

const modeNames = new Map<TravelMode, string>([
  [TravelMode.ferry, 'ferry'],
  [TravelMode.train, 'train'],
  [TravelMode.walking, 'walk'],
  [TravelMode.cycling, 'ride'],
  [TravelMode.pushing, 'push'],
])

/**
 * Describes the travel modes along and against a way for tests, such as `ride/push`. Returns one word if both modes are
 * equal, or `closed` if both directions are closed.
 */
export function describeWay({ readWay }: TravelRules, tags: TagTable): string {
  const road = readWay(new Map(Object.entries(tags)), unknownRegion)
  const [forward, backward] = [describeDirection(road?.forward), describeDirection(road?.backward)]
  return forward === backward ? forward : `${forward}/${backward}`
}

function describeDirection(direction: DirectionRules | undefined): string {
  if (direction === undefined || direction.closedByDefault) return 'closed'
  return `${direction.isRestricted ? '~' : ''}${modeNames.get(direction.mode)}`
}

/** Returns whether travelers can pass a node. */
export function canPass({ readNode }: TravelRules, tags: TagTable): boolean {
  return readNode(new Map(Object.entries(tags)), unknownRegion)?.isBlocked !== true
}
