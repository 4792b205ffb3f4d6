import { buildKdTree } from '../spatial/kd-tree.ts'
import { writeDictionary } from './dictionary.ts'
import type { PlaceIndexDraft } from './draft.ts'

/** House numbers in the new entry order, sorted by number and suffix within each entry. */
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
  for (const [entry, old] of oldOf.entries()) {
    const streetHouses: number[] = []
    for (let house = oldFirst[old]; house < oldFirst[old + 1]; house++) streetHouses.push(house)
    streetHouses.sort((a, b) => {
      return (
        houses.number[a] - houses.number[b] || newSuffixId[houses.suffix[a]] - newSuffixId[houses.suffix[b]] || a - b
      )
    })
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
