import { distanceMeters } from '@fairway/geo'
import { getImportance, getLabel } from '../index/place-index.ts'
import type { Position } from '../text/position.ts'
import { areDifferentRulers } from '../text/regnal-numbers.ts'
import { isPlaceTypeWord, isStreetType, listSynonyms } from '../text/synonyms.ts'
import { isNumeric, tokenizeToStrings } from '../text/tokenize.ts'
import { isWithinReach, type RankedPlace } from './exact-names.ts'
import type { PlaceMatch } from './search-types.ts'
import { scaleMatch } from './words/doubt.ts'
import { clipText, parseWords } from './words/query-words.ts'

/**
 * Number of typos that are accepted for a remote place, by the length of its name and its importance. Users seldom mean
 * small remote places.
 */
const acceptedTypos: readonly { readonly typos: number; readonly letters: number; readonly importance: number }[] = [
  { typos: 1, letters: 5, importance: 0.6 },
  { typos: 1, letters: 7, importance: 0.4 },
  { typos: 2, letters: 9, importance: 0.6 },
]
/** Minimum importance and confidence of a remote place whose name in another language resembles the query. */
const MIN_FOREIGN_NAME = { importance: 0.78, confidence: 0.66 } as const
/** Minimum confidence of a remote place that explains the whole query. */
const MIN_WHOLE_CONFIDENCE = 0.7
/** Factor that reduces the confidence of a partial match to below 0.4. */
const PARTIAL_FACTOR = 0.55
/** Minimum confidence of a typo match on a map. */
const MIN_MAP_GUESS = 0.5
/**
 * Factor for a place with a similar name that is far from the requested position, and the distance at which it
 * applies. For example, "Cap d'Antibes" near Nice is not the building Cap Antibes in Montevideo. Users do mean large
 * places that are this far away.
 */
const FAR_SIMILAR_NAME = { factor: 0.6, meters: 500_000, maxImportance: 0.6 } as const
const genericWords = new Set('city town village island lake mount north south east west new old'.split(' '))

/**
 * Drops remote places that the query cannot mean, and lowers the confidence of places that match only part of it. For
 * example, Minas Tirith is not Calle Minas. Other places on loaded maps and near the requested position keep their
 * confidence.
 */
export function dropImplausible<T extends PlaceMatch>(
  places: readonly RankedPlace<T>[],
  text: string,
  nearPosition: Position | undefined,
): RankedPlace<T>[] {
  const words = parseWords(clipText(text)).map((word) => word.text)
  const foldedQuery = words.join('')
  const hasParts = /[,;\n]/.test(text)
  const nameWords = words.filter((word) => !isNumeric(word))
  const isPartial = ({ confidence, house }: PlaceMatch) =>
    !hasParts && nameWords.length > 1 && house === undefined && confidence < MIN_WHOLE_CONFIDENCE
  const lowered = new Set<RankedPlace<T>>()
  const lower = (rankedPlace: RankedPlace<T>) => {
    const loweredPlace = lowerConfidence(rankedPlace)
    lowered.add(loweredPlace)
    return loweredPlace
  }
  const plausiblePlaces = places
    .map((rankedPlace) => lowerFarSimilarName(rankedPlace, nearPosition))
    .flatMap((rankedPlace) => {
      const { index, isOnMap, place } = rankedPlace
      const isNearby = isOnMap || (nearPosition !== undefined && isWithinReach(place, nearPosition))
      const label = tokenizeToStrings(getLabel(index, place.entry))
      if (areDifferentRulers(words, label)) return [lower(rankedPlace)]
      if (isPartial(place) && label.every(isGeneric)) return []
      // Only the house number is unknown: Rambla Gandhi 100 is on Rambla Mahatma Gandhi.
      if (isOnMap && nameWords.every((word) => isInLabel(word, label))) return [rankedPlace]
      if (isNearby)
        return place.isGuess && place.confidence < MIN_MAP_GUESS
          ? []
          : [isPartial(place) ? lower(rankedPlace) : rankedPlace]
      if (place.isGuess) return isLikelyTypo(rankedPlace, label.join(''), foldedQuery) ? [rankedPlace] : []
      if (!isPartial(place)) return [rankedPlace]
      return label.every((word) => words.includes(word)) ? [lower(rankedPlace)] : []
    })
  // If another place explains the whole query, the rest of it is not the name of a street that no index contains.
  const isExplained = plausiblePlaces.some(
    (rankedPlace) => !lowered.has(rankedPlace) && rankedPlace.place.confidence >= MIN_WHOLE_CONFIDENCE,
  )
  return isExplained ? plausiblePlaces.map((place) => (lowered.has(place) ? lowerRank(place) : place)) : plausiblePlaces
}

/** Lowers the confidence and the rank, because a place nearby that matches less of the query is as likely. */
function lowerFarSimilarName<T extends PlaceMatch>(
  rankedPlace: RankedPlace<T>,
  nearPosition: Position | undefined,
): RankedPlace<T> {
  const { index, place } = rankedPlace
  if (nearPosition === undefined || place.isInexact !== true) return rankedPlace
  if (getImportance(index, place.entry) >= FAR_SIMILAR_NAME.maxImportance) return rankedPlace
  const meters = distanceMeters(nearPosition.latitude, nearPosition.longitude, place.latitude, place.longitude)
  return meters > FAR_SIMILAR_NAME.meters
    ? { ...rankedPlace, place: scaleMatch(place, FAR_SIMILAR_NAME.factor) }
    : rankedPlace
}

/**
 * Lowers the confidence but not the rank. Part of the query may be a city, and the remaining words may be a street that
 * no index contains.
 */
function lowerConfidence<T extends PlaceMatch>(rankedPlace: RankedPlace<T>): RankedPlace<T> {
  return { ...rankedPlace, place: { ...rankedPlace.place, confidence: rankedPlace.place.confidence * PARTIAL_FACTOR } }
}

function lowerRank<T extends PlaceMatch>(rankedPlace: RankedPlace<T>): RankedPlace<T> {
  return { ...rankedPlace, place: { ...rankedPlace.place, rank: rankedPlace.place.rank * PARTIAL_FACTOR } }
}

/**
 * Returns true if a label contains a word or another form of it. For example, Boulevard Albert 1er contains Bd and I.
 */
function isInLabel(word: string, label: readonly string[]): boolean {
  return label.includes(word) || listSynonyms(word).some((synonym) => label.includes(synonym))
}

function isGeneric(word: string): boolean {
  return word.length < 2 || genericWords.has(word) || isStreetType(word) || isPlaceTypeWord(word)
}

function isLikelyTypo({ index, place }: RankedPlace<PlaceMatch>, label: string, foldedQuery: string): boolean {
  const importance = getImportance(index, place.entry)
  if (importance >= MIN_FOREIGN_NAME.importance && place.confidence >= MIN_FOREIGN_NAME.confidence) return true
  const letters = Math.min(label.length, foldedQuery.length)
  const typos = countTypos(label, foldedQuery)
  return acceptedTypos.some(
    (accepted) => typos <= accepted.typos && letters >= accepted.letters && importance >= accepted.importance,
  )
}

/** Counts the inserted, missing, wrong, or swapped letters. */
function countTypos(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1
      let bestDistance = Math.min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + cost)
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) bestDistance = Math.min(bestDistance, beforePrevious[column - 2] + 1)
      current.push(bestDistance)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.length]
}
