import {
  type FoundPlace,
  findPlace,
  getKind,
  listCategories,
  type PlaceCategory,
  parsePositionId,
  readCategories,
  readDetails,
} from '@fairway/places'
import type { LoadedPlaceIndex } from '../../../maps/places/place-index.ts'
import { describePlace, describePosition } from '../geocode/find-locally.ts'
import type { GeocodedPlace } from '../geocode/geocoded.ts'
import { describeNearbyPlace } from '../nearby/find-nearby.ts'

export interface DetailedPlace extends GeocodedPlace {
  readonly id: string
  /** Categories of a point of interest. Undefined for other places. */
  readonly categories: readonly PlaceCategory[] | undefined
  readonly tags: Readonly<Record<string, string>> | undefined
}

/** Finds the place with this id in the first index that has it. */
export function findById(
  indexes: readonly LoadedPlaceIndex[],
  id: string,
  language: string | undefined,
): DetailedPlace | undefined {
  const position = parsePositionId(id)
  if (position) {
    const place = describePosition(indexes, position, { language, near: undefined })
    return { ...place, id, categories: undefined, tags: undefined }
  }
  for (const placeIndex of indexes) {
    const foundPlace = findPlace(placeIndex.index, id)
    if (foundPlace) return describeFound(placeIndex, foundPlace, id, language)
  }
  return undefined
}

function describeFound(
  placeIndex: LoadedPlaceIndex,
  foundPlace: FoundPlace,
  id: string,
  language: string | undefined,
): DetailedPlace {
  const { index } = placeIndex
  const { entry } = foundPlace
  const isPoi = getKind(index, entry) === 'poi'
  // A car park without a name is shown by its category, as in the list of nearby places.
  const fallbackName = isPoi
    ? describeNearbyPlace(placeIndex, { entry, distanceMeters: 0 }, { category: undefined, language }).name
    : undefined
  const match = { source: 0, confidence: 1, rank: 1, asTown: 0, isGuess: false, ...foundPlace }
  return {
    ...describePlace(placeIndex, match, language, fallbackName),
    id,
    categories: isPoi ? listCategories(readCategories(index, entry)) : undefined,
    tags: readDetails(index, entry)?.tags,
  }
}
