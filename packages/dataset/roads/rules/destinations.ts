import { formatList } from './names.ts'
import { type DirectedKey, type Direction, directedKey, type WayTags } from './way-tags.ts'

const placeKey = directedKey('destination')
const refKey = directedKey('destination:ref')
const streetKey = directedKey('destination:street')

/**
 * Returns the text of the destination sign, such as `A1, A2: Berlin, Hamburg`. On two-way roads, only tags with a
 * direction are used, because a plain `destination` tag does not say which direction it applies to.
 */
export function readDestinations(tags: WayTags, direction: Direction, isOneway: boolean): string {
  const findValue = (key: DirectedKey) => (isOneway ? tags.find(key, direction) : tags.findDirected(key, direction))
  const places = toList(findValue(placeKey))
  const refs = toList(findValue(refKey))
  if (places !== '' && refs !== '') return `${refs}: ${places}`
  return refs || places || toList(findValue(streetKey))
}

function toList(tagValue: string | undefined): string {
  return tagValue === undefined ? '' : formatList(tagValue.replaceAll(';', ','), ',')
}
