import { distanceMeters } from '@fairway/geo'
import {
  findNearestHouses,
  formatHouseNumber,
  getLabel,
  type PlaceIndex,
  type PlaceSearch,
  parseHouseNumber,
  searchAll,
  tokenizeToStrings,
} from '@fairway/places'
import { pick, withTypo } from '@fairway/places/testing'
import { round } from '../bench.ts'
import type { Address } from './places-extracts.ts'

export interface Miss {
  readonly why: 'first' | 'typo' | 'street' | 'number'
  readonly asked: string
  readonly got: string
}

interface Questions {
  readonly searches: readonly PlaceSearch[]
  /** The index of the extract. */
  readonly index: PlaceIndex
  readonly sample: readonly Address[]
  readonly all: readonly Address[]
  readonly write: (street: string, number: string, address: Address) => string
  readonly random: () => number
}

const NEAR_METERS = 50

/** The percentage of addresses found, and the misses. */
export function askForAddresses({ searches, index, sample, all, write, random }: Questions) {
  const misses: Miss[] = []
  const twins = sameAddresses(all)
  const count = { first: 0, typo: 0, street: 0, number: 0 }
  const forward = (why: 'first' | 'typo', text: string, address: Address, number: string): void => {
    const found = searchAll(searches, text, { limit: 1 })
    const [best] = found.kind === 'places' ? found.places : []
    const isNear = ({ at }: Address) =>
      best !== undefined && distanceMeters(at[0], at[1], best.latitude, best.longitude) < NEAR_METERS
    // If the data has an address twice, either match is correct.
    if ((twins.get(keyOf(address, number)) ?? [address]).some(isNear)) count[why]++
    else misses.push({ why, asked: text, got: best ? describe(searches[best.source] ?? { index }, best) : 'nothing' })
  }
  for (const address of sample) {
    const number = pick(random, numbersOf(address.number))
    forward('first', write(address.street, number, address), address, number)
    forward('typo', write(withTypo(random, address.street), number, address), address, number)
    const [latitude, longitude] = address.at
    const [house] = findNearestHouses(index, { latitude, longitude }, { limit: 1 })
    const got = house ? `${getLabel(index, house.entry)} ${house.house?.number}` : 'nothing'
    const asked = `${address.street} ${address.number} at ${latitude},${longitude}`
    if (house && isCalled(index, house.entry, address.street)) count.street++
    else misses.push({ why: 'street', asked, got })
    if (house?.house && numbersOf(address.number).map(folded).includes(folded(house.house.number))) count.number++
    else misses.push({ why: 'number', asked, got })
  }
  const share = (found: number) => round((100 * found) / sample.length, 2)
  const { first, typo, street, number } = count
  return { misses, shares: { first: share(first), typo: share(typo), street: share(street), number: share(number) } }
}

function describe(
  { index }: { readonly index: PlaceIndex },
  { entry, house, rank }: { entry: number; house?: unknown; rank: number },
): string {
  const { number = '' } = (house ?? {}) as { number?: string }
  return `${getLabel(index, entry)} ${number} (${round(rank, 3)})`
}

function numbersOf(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => parseHouseNumber(one) !== undefined)
}

function folded(number: string): string {
  const parsed = parseHouseNumber(number)
  return parsed ? formatHouseNumber(parsed) : number
}

function keyOf({ street, city, postcode }: Address, number: string): string {
  return [street, folded(number), city, postcode].join('|')
}

function sameAddresses(all: readonly Address[]): Map<string, Address[]> {
  const found = new Map<string, Address[]>()
  for (const address of all) {
    for (const number of numbersOf(address.number)) {
      const key = keyOf(address, number)
      const known = found.get(key)
      if (known) known.push(address)
      else found.set(key, [address])
    }
  }
  return found
}

/** Compares by label: alternative street names also match, but are not shown. */
function isCalled(index: PlaceIndex, entry: number, street: string): boolean {
  return tokenizeToStrings(getLabel(index, entry)).join(' ') === tokenizeToStrings(street).join(' ')
}
