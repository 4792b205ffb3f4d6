import type { GeocodeResultAddress, NearbyCategory, NearbyReply, ReverseReply } from '@fairway/client'
import { seededRandom } from '@fairway/geo'
import type { LocatedEntry } from '../../entry/find-addresses.ts'
import { currentMap } from '../../map/current-map.ts'
import { findTownNearMap } from '../../map/town.ts'
import type { Point } from '../../points.ts'
import { CallError, callApi } from '../../state/calls.ts'
import type { Settings } from './settings.ts'

/** Categories of places that are next to roads and spread over a town. */
const sampleCategories: readonly NearbyCategory[] = ['fuel', 'hospital', 'hotel', 'police']
const SAMPLE_RADIUS_M = 6_000
/** Minimum zoom level at which the map center selects the town. At lower levels, the town of the loaded map is used. */
const TOWN_ZOOM = 11

/** Returns random real places in the town. The same seed returns the same places. */
export async function findSampleStops(count: number, seed: number): Promise<readonly LocatedEntry[]> {
  const [lat, lon] = await findSampleCenter()
  const replies = await Promise.all(
    sampleCategories.map((category) =>
      callApi<NearbyReply>({
        method: 'GET',
        path: '/v1/nearby',
        query: { lat, lon, category, radius_m: SAMPLE_RADIUS_M, limit: 100 },
      }),
    ),
  )
  const places = new Map(replies.flatMap((reply) => reply.places.map((place) => [place.id, place])))
  return shuffle([...places.values()], seed)
    .slice(0, count)
    .map(({ at, name, address }) => ({
      at: [at[0], at[1]] as const,
      label: toLabel(name, address),
    }))
}

/** Categories of delivery destinations. The depot categories are places where vans load. */
const customerCategories: readonly NearbyCategory[] = ['pharmacy', 'hotel', 'supermarket', 'school']
const depotCategories: readonly NearbyCategory[] = ['post_office', 'fuel', 'parking']
const CUSTOMER_COUNT = 15
/** Time windows of the customers. Some customers accept deliveries only in the morning or in the afternoon. */
const customerWindows = [
  {},
  { opensAt: '08:30', closesAt: '11:00' },
  {},
  { opensAt: '13:00', closesAt: '16:00' },
] as const

const DAY_MS = 86_400_000

export interface DeliveryDay {
  readonly stops: readonly LocatedEntry[]
  readonly settings: Settings
}

/** Creates an example with real places in the town: a depot, 15 customers, 3 vans and one shift. */
export async function createDeliveryDay(): Promise<DeliveryDay> {
  const center = await findTownNearMap()
  const customers: LocatedEntry[] = []
  for (const category of customerCategories)
    if (customers.length < CUSTOMER_COUNT) customers.push(...(await findPlaces(center, category, SAMPLE_RADIUS_M)))
  let depot: LocatedEntry | undefined
  for (const category of depotCategories) depot ??= (await findPlaces(center, category, SAMPLE_RADIUS_M))[0]
  const tomorrow = new Date(Date.now() + DAY_MS)
  const chosenCustomers = await addStreets(shuffle(customers, 1).slice(0, CUSTOMER_COUNT))
  const first = depot ?? chosenCustomers.pop()
  if (first === undefined || chosenCustomers.length < 2)
    throw new CallError(404, 'No places were found on the loaded maps. Add stops by hand, or paste a list.')
  return {
    stops: [
      { at: first.at, label: `Depot: ${first.label}` },
      ...chosenCustomers.map((customer, index) => ({
        ...customer,
        demand: 1 + (index % 3),
        service: 12 + 6 * (index % 2),
        ...customerWindows[index % customerWindows.length],
      })),
    ],
    settings: {
      date: toDateText(tomorrow),
      vehicles: '3',
      tours: 'round',
      capacity: '12',
      shift_from: '08:00',
      shift_to: '17:00',
      balance: 'duration',
    },
  }
}

/** Adds the street to names that occur more than once, such as the name of a chain. */
async function addStreets(places: readonly LocatedEntry[]): Promise<LocatedEntry[]> {
  const isRepeated = ({ label }: LocatedEntry) => places.filter((other) => other.label === label).length > 1
  return await Promise.all(places.map((place) => (isRepeated(place) ? addStreet(place) : place)))
}

async function addStreet(place: LocatedEntry): Promise<LocatedEntry> {
  const query = { lat: place.at[0], lon: place.at[1] }
  const reply = await callApi<ReverseReply>({ method: 'GET', path: '/v1/reverse', query }).catch(() => undefined)
  return { ...place, label: toLabel(place.label, reply?.address) }
}

/** Formats a date for a date field, in the time zone of the browser. */
function toDateText(date: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

async function findPlaces([lat, lon]: Point, category: NearbyCategory, radius: number): Promise<LocatedEntry[]> {
  const query = { lat, lon, category, radius_m: radius, limit: 30 }
  const reply = await callApi<NearbyReply>({ method: 'GET', path: '/v1/nearby', query })
  return reply.places.map(({ at, name, address }) => ({ at: [at[0], at[1]] as const, label: toLabel(name, address) }))
}

function toLabel(name: string, address: Pick<GeocodeResultAddress, 'street' | 'house_number'> | undefined): string {
  return [name, [address?.street, address?.house_number].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

async function findSampleCenter(): Promise<Point> {
  const map = currentMap.peek()
  if (map === undefined || map.getZoom() < TOWN_ZOOM) return await findTownNearMap()
  const { lat, lng } = map.getCenter().wrap()
  return [Number(lat.toFixed(5)), Number(lng.toFixed(5))]
}

/** Shuffles the items with the Fisher–Yates algorithm. */
function shuffle<T>(items: readonly T[], seed: number): readonly T[] {
  const shuffledItems = [...items]
  const random = seededRandom(seed)
  for (let index = shuffledItems.length - 1; index > 0; index--) {
    const swapIndex = Math.floor(random() * (index + 1))
    ;[shuffledItems[index], shuffledItems[swapIndex]] = [shuffledItems[swapIndex] as T, shuffledItems[index] as T]
  }
  return shuffledItems
}
