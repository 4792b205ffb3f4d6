import type { TrafficFlow } from '../access/oneway.ts'
import type { WayTags } from '../way-tags.ts'

/** Directions in which a road has a lane or track for bicycles. */
export interface Cycleways {
  readonly forward: boolean
  readonly backward: boolean
}

const alongValues = new Set(['track', 'lane', 'share_busway', 'sharrow', 'shared', 'shared_lane'])
const contraflowValues = new Set(['opposite', 'opposite_lane', 'opposite_track'])

type Side = 'left' | 'right'

/** Reads the cycleways of a road. `flow` is the direction of bicycle traffic on the road itself. */
export function readCycleways(tags: WayTags, flow: TrafficFlow, leftHandTraffic: boolean): Cycleways {
  const bothCycleways = tags.get('cycleway') ?? tags.get('cycleway:both') ?? ''
  const leftCycleway = tags.get('cycleway:left') ?? ''
  const right = tags.get('cycleway:right') ?? ''
  const isTwoWay = flow === 'both'
  if (isTwoWay) {
    const [nearSide, farSide] = leftHandTraffic ? [leftCycleway, right] : [right, leftCycleway]
    return {
      forward: alongValues.has(bothCycleways) || alongValues.has(nearSide) || contraflowValues.has(farSide),
      backward: alongValues.has(bothCycleways) || alongValues.has(farSide) || contraflowValues.has(nearSide),
    }
  }
  const isContraflow =
    [bothCycleways, leftCycleway, right].some((value) => contraflowValues.has(value)) ||
    isTwoWayTrack(tags, 'left', leftCycleway) ||
    isTwoWayTrack(tags, 'right', right)
  if (isContraflow) return { forward: true, backward: true }
  const isAlong = [bothCycleways, leftCycleway, right].some((value) => alongValues.has(value))
  return { forward: isAlong && flow === 'forward', backward: isAlong && flow === 'backward' }
}

/** Returns whether the lane or track also leads against the traffic, as with `cycleway:left:oneway=no` or `-1`. */
function isTwoWayTrack(tags: WayTags, streetSide: Side, value: string): boolean {
  const oneway = tags.get(`cycleway:${streetSide}:oneway`)
  return alongValues.has(value) && (oneway === 'no' || oneway === '-1')
}

const openValues = new Set(['yes', 'permissive', 'designated', 'destination'])

/**
 * Returns whether bicycles must use a separately mapped path next to the road. An explicit `bicycle` tag keeps the road
 * open.
 */
export function hasSeparateCycleway(tags: WayTags): boolean {
  const isSeparate = ['cycleway', 'cycleway:both', 'cycleway:left', 'cycleway:right'].some(
    (key) => tags.get(key) === 'separate',
  )
  return isSeparate && !openValues.has(tags.get('bicycle') ?? '')
}
