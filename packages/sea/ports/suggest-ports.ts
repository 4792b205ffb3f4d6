import { foldName, removePortWord } from './fold-name.ts'
import type { PortIndex } from './port-index.ts'
import { parsePortQuery } from './port-query.ts'

/** Maximum edit distance of a suggestion. */
const MAX_EDIT_DISTANCE = 3

/** Suggests names similar to an unknown name, most likely first, such as "Rotterdam (NLRTM)". */
export function suggestPorts({ ports }: PortIndex, text: string, limit = 3): string[] {
  const queryName = removePortWord(foldName(parsePortQuery(text).name))
  if (queryName.length < 2) return []
  return ports
    .map((port) => ({ port, apart: editDistance(queryName, removePortWord(foldName(port.name))) }))
    .filter(({ apart }) => apart <= Math.min(MAX_EDIT_DISTANCE, queryName.length / 2))
    .sort((a, b) => a.apart - b.apart || b.port.population - a.port.population)
    .slice(0, limit)
    .map(({ port }) => `${port.name} (${port.code})`)
}

/** Computes the edit distance in letters. Missing letters at the end add little. */
function editDistance(a: string, b: string): number {
  if (b.startsWith(a)) return 0.5
  if (Math.abs(a.length - b.length) > MAX_EDIT_DISTANCE) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)))
    }
    row = next
  }
  return row[b.length]
}
