import { buildKdTree } from '../spatial/kd-tree.ts'
import type { Draft } from './builder.ts'
import { writeDictionary } from './dictionary.ts'

/** House numbers of all entries in the new order of entries, per entry sorted by number and then by suffix. */
export function packHouses(draft: Pick<Draft, 'houses' | 'houseFirst'>, oldOf: Uint32Array) {
  const { houses: given, houseFirst: oldFirst } = draft
  const suffixTexts = [...new Set(given.map(({ suffix }) => suffix))].sort()
  if (suffixTexts.length > 65535) throw new Error('there are more endings of house numbers than can be counted')
  const suffixOf = new Map(suffixTexts.map((text, place) => [text, place]))

  const number = new Uint32Array(given.length)
  const suffix = new Uint16Array(given.length)
  const latitude = new Int32Array(given.length)
  const longitude = new Int32Array(given.length)
  const houseFirst = new Uint32Array(oldOf.length + 1)
  let next = 0
  for (const [entry, old] of oldOf.entries()) {
    const own = given.slice(oldFirst[old], oldFirst[old + 1])
    own.sort((a, b) => a.number - b.number || compareTexts(a.suffix, b.suffix))
    for (const house of own) {
      number[next] = house.number
      suffix[next] = suffixOf.get(house.suffix) ?? 0
      latitude[next] = house.latitude
      longitude[next] = house.longitude
      next++
    }
    houseFirst[entry + 1] = next
  }
  const order = buildKdTree({ latitude, longitude }, given.length)
  return { houseFirst, houses: { number, suffix, latitude, longitude, order }, suffixes: writeDictionary(suffixTexts) }
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
