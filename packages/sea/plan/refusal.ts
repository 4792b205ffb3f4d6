import { describeFirstPoint, KILOMETERS_PER_NAUTICAL_MILE, type Position } from '@fairway/geo'
import { passageIds } from '../passages/all-passages.ts'

/** Field of the request, such as `from`, `to`, or `via[2]`. */
type EndFieldPath = string

/** Reason why a passage could not be used. */
export interface Obstacle {
  readonly passage: string
  readonly name: string
  readonly because: 'avoided' | 'closed' | 'unmeasured' | 'undated' | 'size' | 'season'
  /** Dimension, allowed value, and given value, in meters. Set for `size`. */
  readonly measure?: string
  readonly allowedM?: number
  readonly givenM?: number
  /** Given dimension from which `givenM` was estimated, such as `draft`. Absent if the vessel's dimension is given. */
  readonly estimatedFrom?: string
  /** Fields of the vessel that decide whether it fits, such as `beam_m`. Set for `unmeasured`. */
  readonly missing?: readonly string[]
  /** Closed period, and the date on which the ship would arrive. Set for `season`. */
  readonly season?: string
  readonly reachedOn?: string
}

/** Reason why there is no route, as structured data. */
export type Refusal =
  | { readonly kind: 'unknown-passage'; readonly field: 'avoid' | 'via' | 'allow'; readonly given: string }
  | { readonly kind: 'contradiction'; readonly passage: string }
  | {
      readonly kind: 'bad-measure'
      readonly field: string
      readonly given: number
      /** Minimum allowed value. If absent, any value above 0 is allowed. */
      readonly least?: number
    }
  | {
      readonly kind: 'inland'
      readonly field: EndFieldPath
      readonly position: Position
      readonly limitNm: number
      /** Nautical miles to the nearest navigable water. Absent if there is none for hundreds of miles. */
      readonly waterNm?: number
      readonly nearestPort?: { readonly name: string; readonly code: string; readonly nm: number }
    }
  | { readonly kind: 'separate-waters'; readonly field: EndFieldPath; readonly water: string }
  | { readonly kind: 'no-way'; readonly field: EndFieldPath; readonly obstacles: readonly Obstacle[] }

const formatKilometers = (nm: number) => `${Math.round(nm * KILOMETERS_PER_NAUTICAL_MILE)} km`

/** Formats the error message: the wrong value, the reason, and the fix. */
export function explainRefusal(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'unknown-passage':
      return `${refusal.field} contains "${refusal.given}", which is not a known passage; allowed values: ${passageIds.join(', ')}`
    case 'contradiction':
      return `avoid and via both contain "${refusal.passage}"; remove it from one of them`
    case 'bad-measure':
      return `${refusal.field} must be ${refusal.least === undefined ? 'more than 0' : `at least ${refusal.least}`}, but is ${refusal.given}`
    case 'inland':
      return explainInland(refusal)
    case 'separate-waters':
      return `${describeFirstPoint(refusal.field)} lies on the ${refusal.water}, which no navigable waterway connects to the rest of the route; choose points on the same body of water`
    case 'no-way':
      return `${describeFirstPoint(refusal.field)} cannot be reached: ${refusal.obstacles.map(explainObstacle).join('; ') || 'no navigable waterway connects it to the rest of the route'}`
  }
}

function explainInland({ field, waterNm, limitNm, nearestPort }: Extract<Refusal, { kind: 'inland' }>): string {
  const waterDescription =
    waterNm === undefined
      ? 'has no navigable water nearby'
      : `lies ${formatKilometers(waterNm)} from the nearest navigable water, more than the ${formatKilometers(limitNm)} allowed`
  const portDescription = nearestPort
    ? `; the nearest port is ${nearestPort.name} (${nearestPort.code}), ${formatKilometers(nearestPort.nm)} away`
    : ''
  return `${describeFirstPoint(field)} ${waterDescription}${portDescription}`
}

export function explainObstacle(obstacle: Obstacle): string {
  const { name, because, passage, measure, allowedM, givenM, estimatedFrom, season, reachedOn } = obstacle
  const { missing = ['beam_m', 'draft_m'] } = obstacle
  if (because === 'avoided') return `${name} is required, but ${passage} is listed in avoid`
  if (because === 'closed') return `${name} is required, but it is closed unless ${passage} is listed in allow`
  if (because === 'unmeasured') {
    const fields = new Intl.ListFormat('en').format(missing)
    return `${name} is narrow: give the vessel's ${fields}, or list ${passage} in allow`
  }
  if (because === 'undated')
    return `${name} is closed in winter: give depart_at or arrive_by, or list ${passage} in allow`
  if (because === 'season') {
    return `${name} is closed from ${season}, but the ship would be there on ${reachedOn}; choose another depart_at`
  }
  const article = measure === 'air draft' ? 'an' : 'a'
  const limit = `${name} accepts ships with ${article} ${measure} of at most ${allowedM} m`
  if (estimatedFrom !== undefined) {
    return `${limit}, but the vessel's ${measure} is estimated at ${givenM} m from its ${estimatedFrom}; give ${measure}_m`
  }
  return `${limit}, but the vessel's ${measure} is ${givenM} m`
}
