import type { ForeignReply } from '../../../operations/reply.ts'
import type { NativeAddress, NativePlace } from '../places/native-place.ts'
import type { PlaceCalls } from '../places/place-calls.ts'
import { toErrorReply, toFailureReply } from './errors.ts'
import { type FormatOptions, formatPlaces } from './format.ts'
import type { Parameters } from './query.ts'
import { readFormatOptions } from './search.ts'

const BUILDING_ZOOM = 18
/** Smallest part of the address by minimum zoom. */
const levels: readonly (readonly [minZoom: number, part: keyof NativeAddress, kinds: readonly string[]])[] = [
  [16, 'street', ['street']],
  [14, 'suburb', ['suburb']],
  [10, 'city', ['city', 'town', 'village']],
  [5, 'region', ['region']],
  [0, 'country', ['country']],
]

export async function findPlaceAt(parameters: Parameters, calls: PlaceCalls): Promise<ForeignReply> {
  const format = parameters.getFormat('jsonv2')
  if (!format.ok) return toErrorReply(format.failure)
  const longitude = parameters.getDecimal('lon')
  if (!longitude.ok) return toErrorReply(longitude.failure)
  const latitude = parameters.getDecimal('lat')
  if (!latitude.ok) return toErrorReply(latitude.failure)
  const zoom = parameters.getInteger('zoom', BUILDING_ZOOM)
  if (!zoom.ok) return toErrorReply(zoom.failure)
  if (Math.abs(latitude.value) > 90 || Math.abs(longitude.value) > 180)
    return toErrorReply('Point coordinates invalid.')
  const placesReply = await calls.reverse([latitude.value, longitude.value], parameters.language)
  if (!placesReply.ok && placesReply.failure.code !== 'position-zero') return toFailureReply(placesReply.failure)
  const { places, attribution } = placesReply.ok ? placesReply.value : { places: [], attribution: '' }
  const options: FormatOptions = { ...readFormatOptions(parameters, true), format: format.value, attribution }
  const onLand = places.filter(({ kind, address }) => kind !== 'sea' && address !== undefined)
  const shownPlaces = await Promise.all(
    onLand.map((place) => coarsenPlace(place, zoom.value, calls, parameters.language)),
  )
  return { status: 200, body: formatPlaces(await calls.addTags(shownPlaces, parameters.language), options, true) }
}

/** Returns the area that contains a place and that fits the zoom. The position of the area is found by name. */
async function coarsenPlace(
  place: NativePlace,
  zoom: number,
  calls: PlaceCalls,
  language: string | undefined,
): Promise<NativePlace> {
  if (zoom >= BUILDING_ZOOM) return place
  const { address = {} } = place
  const level = levels.find(([minZoom, part]) => zoom >= minZoom && address[part] !== undefined)
  if (!level) return place
  const [, part, kinds] = level
  const name = address[part] ?? ''
  const coarseAddress = cutAddress(address, part)
  const words = { q: [...new Set([name, coarseAddress.city, coarseAddress.country])].filter(Boolean).join(', ') }
  const placesReply = await calls.search({ words, limit: 5, near: place.at, countries: [], language })
  const match =
    placesReply.ok &&
    placesReply.value.places.find(({ kind, name: placeName }) => kinds.includes(kind) && placeName === name)
  if (match) return match
  const { id: _id, ...position } = place
  return { ...position, kind: kinds[0] ?? place.kind, name, label: words.q, address: coarseAddress }
}

const ADDRESS_PARTS = ['house_number', 'street', 'suburb', 'city', 'region', 'country'] as const

/** Removes the parts that are smaller than the given part. */
function cutAddress(address: NativeAddress, smallestUnit: keyof NativeAddress): NativeAddress {
  const cut: Record<string, string | undefined> = { ...address }
  for (const part of ADDRESS_PARTS) {
    if (part === smallestUnit) break
    delete cut[part]
  }
  return cut as NativeAddress
}
