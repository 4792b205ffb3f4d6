import { buildKdTree } from '../spatial/kd-tree.ts'
import { writeDictionary } from './dictionary.ts'
import type { PlaceIndexDraft } from './draft.ts'

/** Packs house numbers in the new entry order, sorted by number and suffix within each entry. */
export function packHouses(
  { houses, houseFirst: oldFirst }: Pick<PlaceIndexDraft, 'houses' | 'houseFirst'>,
  oldOf: Uint32Array,
) {
  const suffixes = [...houses.suffixes.keys()].sort()
  if (suffixes.length > 65535) throw new Error('there are too many house number suffixes')
  const newSuffixId = new Uint16Array(suffixes.length)
  for (const [newId, suffixText] of suffixes.entries()) newSuffixId[houses.suffixes.get(suffixText) ?? 0] = newId

  const count = houses.number.length
  const number = new Uint32Array(count)
  const suffix = new Uint16Array(count)
  const latitude = new Int32Array(count)
  const longitude = new Int32Array(count)
  const houseFirst = new Uint32Array(oldOf.length + 1)
  let next = 0
  for (const [entry, oldEntry] of oldOf.entries()) {
    const streetHouses: number[] = []
    for (let house = oldFirst[oldEntry]; house < oldFirst[oldEntry + 1]; house++) streetHouses.push(house)
    streetHouses.sort((a, b) => {
      return (
        houses.number[a] - houses.number[b] || newSuffixId[houses.suffix[a]] - newSuffixId[houses.suffix[b]] || a - b
      )
    })
    putCentralFirst(streetHouses, houses)
    for (const house of streetHouses) {
      number[next] = houses.number[house]
      suffix[next] = newSuffixId[houses.suffix[house]]
      latitude[next] = houses.latitude[house]
      longitude[next] = houses.longitude[house]
      next++
    }
    houseFirst[entry + 1] = next
  }
  const order = buildKdTree({ latitude, longitude }, count)
  return { houseFirst, houses: { number, suffix, latitude, longitude, order }, suffixes: writeDictionary(suffixes) }
}

/**
 * Moves the most central house of each number to the front, because a search returns the first house. Only numbers that
 * the map contains at least three times are affected. Shops repeat the address of their building, and one of them may
 * be misplaced.
 */
function putCentralFirst(sorted: number[], { number, suffix, latitude, longitude }: PlaceIndexDraft['houses']): void {
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    const firstHouse = sorted[from]
    while (to < sorted.length && isSameNumber(sorted[to], firstHouse)) to++
    if (to - from < 3) continue
    const sameNumberHouses = sorted.slice(from, to)
    const cosine = Math.cos((latitude[firstHouse] / 1e6) * (Math.PI / 180))
    const sumOfDistances = (house: number) =>
      sameNumberHouses.reduce(
        (sum, other) =>
          sum + Math.hypot(latitude[house] - latitude[other], cosine * (longitude[house] - longitude[other])),
        0,
      )
    const sums = sameNumberHouses.map(sumOfDistances)
    const central = sums.indexOf(Math.min(...sums))
    sorted[from] = sameNumberHouses[central]
    sorted[from + central] = firstHouse
  }

  function isSameNumber(a: number, b: number): boolean {
    return number[a] === number[b] && suffix[a] === suffix[b]
  }
}
