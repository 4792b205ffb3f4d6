import { firstListItem } from './way-name.ts'

const SPACE = 32

/**
 * Shortens destinations so that a driver can read them in time. For example, "A 1, A 3: Berlin, Hamburg" becomes "A 1:
 * Berlin".
 */
export function shortenDestinations(destinations: string): string {
  const colon = findColon(destinations, 0)
  if (colon === -1) return firstListItem(destinations, ',')
  const secondColon = findColon(destinations, colon + 2)
  const ref = firstListItem(destinations.slice(0, colon), ',')
  const placeName = firstListItem(
    destinations.slice(colon + 2, secondColon === -1 ? destinations.length : secondColon),
    ',',
  )
  if (ref === '' || placeName === '') return ref === '' ? placeName : ref
  return `${ref}: ${placeName}`
}

/** Finds a colon followed by a space. Searching for both characters together is several times slower. */
function findColon(destinations: string, from: number): number {
  let colonIndex = destinations.indexOf(':', from)
  while (colonIndex !== -1 && destinations.charCodeAt(colonIndex + 1) !== SPACE)
    colonIndex = destinations.indexOf(':', colonIndex + 1)
  return colonIndex
}
