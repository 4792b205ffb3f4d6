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
import { abbreviate, type Locale, removeDiacritics } from './geocode-forms.ts'
import type { Address } from './places-extracts.ts'

export interface Miss {
  readonly why: string
  readonly asked: string
  readonly got: string
}

interface Questions {
  readonly searches: readonly PlaceSearch[]
  /** Place index of the extract. */
  readonly index: PlaceIndex
  readonly sample: readonly Address[]
  readonly all: readonly Address[]
  readonly locale: Locale
  readonly random: () => number
}

const NEAR_METERS = 50
const NEIGHBOR_METERS = 300

/** Variants of a query. A variant is undefined if an address has no such form. */
const forms: Readonly<Record<string, (questions: Questions, address: Address, number: string) => string | undefined>> =
  {
    first: ({ locale }, address, number) => locale.write(address.street, number, address),
    typo: ({ locale, random }, address, number) => locale.write(withTypo(random, address.street), number, address),
    lower: ({ locale }, address, number) => locale.write(address.street, number, address).toLowerCase(),
    plain: ({ locale }, address, number) => removeDiacritics(locale.write(address.street, number, address)),
    order: ({ locale }, address, number) => locale.reorder(address.street, number, address),
    short: ({ locale }, address, number) => {
      const street = abbreviate(address.street)
      return street === undefined ? undefined : locale.write(street, number, address)
    },
    unit: ({ locale }, address, number) => locale.unit(locale.write(address.street, number, address)),
    floor: ({ locale }, address, number) => locale.floor(locale.write(address.street, number, address)),
  }
export const formNames = Object.keys(forms)

/** Returns the percentage of addresses found in each form, the CPU time per query, and the misses. */
export function askForAddresses(questions: Questions) {
  const { searches, index, sample, all, random } = questions
  const misses: Miss[] = []
  const twins = sameAddresses(all)
  const asked: Record<string, number> = {}
  const found: Record<string, number> = {}
  let microseconds = 0
  const count = (why: string, isFound: boolean, miss: Omit<Miss, 'why'>) => {
    asked[why] = (asked[why] ?? 0) + 1
    found[why] = (found[why] ?? 0) + (isFound ? 1 : 0)
    if (!isFound) misses.push({ why, ...miss })
  }
  const forward = (why: string, text: string, address: Address, number: string): void => {
    const before = process.cpuUsage()
    const result = searchAll(searches, text, { limit: 1 })
    const { user, system } = process.cpuUsage(before)
    microseconds += user + system
    const [best] = result.kind === 'places' ? result.places : []
    const isNear = ({ at }: Address) =>
      best !== undefined && distanceMeters(at[0], at[1], best.latitude, best.longitude) < NEAR_METERS
    // If the data contains an address twice, either match is correct.
    const isFound = (twins.get(keyOf(address, number)) ?? [address]).some((twin) => fits(twin, address) && isNear(twin))
    count(why, isFound, { asked: text, got: best ? describe(searches[best.source] ?? { index }, best) : 'nothing' })
  }
  for (const address of sample) {
    const number = pick(random, numbersOf(address.number))
    for (const [form, write] of Object.entries(forms)) {
      const text = write(questions, address, number)
      if (text !== undefined) forward(form, text, address, number)
    }
    const [latitude, longitude] = address.at
    const [house] = findNearestHouses(index, { latitude, longitude }, { limit: 1 })
    const got = house ? `${getLabel(index, house.entry)} ${house.house?.number}` : 'nothing'
    const reversed = `${address.street} ${address.number} at ${latitude},${longitude}`
    count('street', house !== undefined && isCalled(index, house.entry, address.street), { asked: reversed, got })
    const isNumber = house?.house && numbersOf(address.number).map(folded).includes(folded(house.house.number))
    count('number', isNumber === true, { asked: reversed, got })
  }
  const shares = Object.fromEntries(
    Object.entries(asked).map(([why, total]) => [why, round((100 * (found[why] ?? 0)) / total, 2)]),
  )
  const searched = formNames.reduce((sum, form) => sum + (asked[form] ?? 0), 0)
  return { misses, shares, millisecondsPerQuery: round(microseconds / 1000 / Math.max(1, searched), 3) }
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

function keyOf({ street }: Address, number: string): string {
  return `${street}|${folded(number)}`
}

/**
 * Returns whether two addresses fit the same query. Many addresses lack the city or the postcode, so a query with a
 * city also matches a neighboring address without it.
 */
function fits(a: Address, b: Address): boolean {
  const isNeighbor = distanceMeters(...a.at, ...b.at) < NEIGHBOR_METERS
  const isSame = (one: string | undefined, other: string | undefined) =>
    one === other || (isNeighbor && (one === undefined || other === undefined))
  return isSame(a.city, b.city) && isSame(a.postcode, b.postcode)
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

/**
 * Returns whether the label of an entry is the street name. Alternative street names also match a query but are not
 * shown.
 */
function isCalled(index: PlaceIndex, entry: number, street: string): boolean {
  return tokenizeToStrings(getLabel(index, entry)).join(' ') === tokenizeToStrings(street).join(' ')
}
