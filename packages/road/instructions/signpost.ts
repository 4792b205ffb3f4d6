import { firstOf } from './way-name.ts'

const BLANK = 32

/** Shortens "A 1, A 3: Berlin, Hamburg" to what a driver can take in: "A 1: Berlin". */
export function firstDestination(destinations: string): string {
  const colon = indexOfColon(destinations, 0)
  if (colon === -1) return firstOf(destinations, ',')
  const second = indexOfColon(destinations, colon + 2)
  const ref = firstOf(destinations.slice(0, colon), ',')
  const place = firstOf(destinations.slice(colon + 2, second === -1 ? destinations.length : second), ',')
  if (ref === '' || place === '') return ref === '' ? place : ref
  return `${ref}: ${place}`
}

/** Finds a colon followed by a space. Searching for both characters together is several times slower. */
function indexOfColon(text: string, from: number): number {
  let at = text.indexOf(':', from)
  while (at !== -1 && text.charCodeAt(at + 1) !== BLANK) at = text.indexOf(':', at + 1)
  return at
}
