import { spaceOut } from './names.ts'
import { type DirectedKey, type Direction, directedKey, type WayTags } from './way-tags.ts'

const place = directedKey('destination')
const ref = directedKey('destination:ref')
const street = directedKey('destination:street')

/**
 * What the sign above the road says: `A1, A2: Berlin, Hamburg`. On a road driven both ways only tags that name their
 * direction count: a bare `destination` there is true of one side, and nobody knows which.
 */
export function readDestinations(tags: WayTags, direction: Direction, isOneway: boolean): string {
  const find = (key: DirectedKey) => (isOneway ? tags.find(key, direction) : tags.own(key, direction))
  const places = toList(find(place))
  const refs = toList(find(ref))
  if (places !== '' && refs !== '') return `${refs}: ${places}`
  return refs || places || toList(find(street))
}

function toList(text: string | undefined): string {
  return text === undefined ? '' : spaceOut(text.replaceAll(';', ','), ',')
}
