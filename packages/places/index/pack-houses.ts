import { buildKdTree } from '../spatial/kd-tree.ts'
import { writeDictionary } from './dictionary.ts'
import type { Draft } from './draft.ts'

/** House numbers in the new entry order, sorted by number and suffix within each entry. */
export function packHouses({ houses, houseFirst: oldFirst }: Pick<Draft, 'houses' | 'houseFirst'>, oldOf: Uint32Array) {
  const texts = [...houses.suffixes.keys()].sort()
  if (texts.length > 65535) throw new Error('there are too many house number suffixes')
  const suffixOf = new Uint16Array(texts.length)
  for (const [place, text] of texts.entries()) suffixOf[houses.suffixes.get(text) ?? 0] = place

  const count = houses.number.length
  const number = new Uint32Array(count)
  const suffix = new Uint16Array(count)
  const latitude = new Int32Array(count)
  const longitude = new Int32Array(count)
  const houseFirst = new Uint32Array(oldOf.length + 1)
  let next = 0
  for (const [entry, old] of oldOf.entries()) {
    const own: number[] = []
    for (let house = oldFirst[old]; house < oldFirst[old + 1]; house++) own.push(house)
    own.sort((a, b) => {
      return houses.number[a] - houses.number[b] || suffixOf[houses.suffix[a]] - suffixOf[houses.suffix[b]] || a - b
    })
    for (const house of own) {
      number[next] = houses.number[house]
      suffix[next] = suffixOf[houses.suffix[house]]
      latitude[next] = houses.latitude[house]
      longitude[next] = houses.longitude[house]
      next++
    }
    houseFirst[entry + 1] = next
  }
  const order = buildKdTree({ latitude, longitude }, count)
  return { houseFirst, houses: { number, suffix, latitude, longitude, order }, suffixes: writeDictionary(texts) }
}
