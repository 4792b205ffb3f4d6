import { type Direction, directedKey, type WayTags } from '../way-tags.ts'

const hov = directedKey('hov')
const hovLanes = directedKey('hov:lanes')

/**
 * All lanes of a direction are for high-occupancy vehicles. A car with only a driver may use it only if the trip starts
 * or ends there.
 */
export function isForPassengersOnly(tags: WayTags, direction: Direction): boolean {
  if (tags.find(hov, direction) === 'designated' || tags.get('access') === 'hov') return true
  const lanes = tags.find(hovLanes, direction)
  return lanes?.startsWith('designated') === true && lanes.split('|').every((lane) => lane === 'designated')
}
