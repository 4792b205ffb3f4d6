import {
  ancestorsOf,
  countryOf,
  detailsOf,
  type FoundHouse,
  kindOf,
  type PlaceIndex,
  postcodeOf,
} from '@fairway/places'
import { areaNameIn, countryName, nameIn } from './languages.ts'

/** A structured postal address. Unknown parts are missing. */
export interface Address {
  readonly house_number?: string | undefined
  readonly street?: string | undefined
  readonly suburb?: string | undefined
  readonly city?: string | undefined
  readonly region?: string | undefined
  readonly postcode?: string | undefined
  readonly country?: string | undefined
  /** Two capital letters. */
  readonly country_code?: string | undefined
}

type AreaPart = 'suburb' | 'city' | 'region' | 'country' | 'postcode'

const partOf: Readonly<Record<string, AreaPart>> = {
  suburb: 'suburb',
  village: 'city',
  town: 'city',
  city: 'city',
  region: 'region',
  country: 'country',
  postcode: 'postcode',
}

/** The address of an entry: of a street with the matched house, if any; of anything else as in its source. */
export function addressOf(
  index: PlaceIndex,
  entry: number,
  language: string | undefined,
  house?: FoundHouse | undefined,
  /** Lets callers pass details they have already read, because reading them takes longer than all the rest. */
  details = detailsOf(index, entry),
): Address {
  const isStreet = kindOf(index, entry) === 'street'
  const areas = areasOf(index, entry, language)
  const code = countryCodeOf(index, entry)
  return {
    house_number: house?.number ?? details?.houseNumber,
    street: isStreet ? nameIn(index, entry, language) : details?.street,
    suburb: areas.suburb,
    city: isStreet ? (areas.city ?? details?.city) : (details?.city ?? areas.city),
    region: areas.region,
    postcode: details?.postcode ?? postcodeOf(index, entry)?.toUpperCase() ?? areas.postcode,
    // The source has formal names, but nobody writes Kingdom of the Netherlands on a letter.
    country: (code && countryName(code, language)) ?? areas.country,
    country_code: code,
  }
}

/** The nearest ancestor of each kind. Of regions the largest one: the state, not the county. */
function areasOf(index: PlaceIndex, entry: number, language: string | undefined): Partial<Record<AreaPart, string>> {
  const areas: Partial<Record<AreaPart, string>> = {}
  for (const area of [entry, ...ancestorsOf(index, entry)]) {
    const part = partOf[kindOf(index, area)]
    if (part && (part === 'region' || areas[part] === undefined)) areas[part] = areaNameIn(index, area, language)
  }
  return areas
}

/** Uses the country that contains the entry. The code of the entry itself may be a guess from coarse borders. */
export function countryCodeOf(index: PlaceIndex, entry: number): string | undefined {
  for (const area of [...ancestorsOf(index, entry).reverse(), entry]) {
    const code = countryOf(index, area)
    if (code) return code
  }
  return undefined
}
