import { spaceOut } from './names.ts'
import { type DirectedKey, type Direction, directedKey, type WayTags } from './way-tags.ts'

const place = directedKey('destination')
const ref = directedKey('destination:ref')
const street = directedKey('destination:street')

/**
 * Text of the destination sign: `A1, A2: Berlin, Hamburg`. On two-way roads only tags with a direction count, because a
 * plain `destination` applies to one side and it is unknown which.
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
