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

/** Where something is, part by part. What is not known is not there. */
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

/** The address of an entry: of a street with the house, if one was found; of anything else as its source has it. */
export function addressOf(
  index: PlaceIndex,
  entry: number,
  language: string | undefined,
  house?: FoundHouse | undefined,
  /** For those who have read them already: reading them takes longer than all the rest. */
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
    // The source has formal names: nobody writes Kingdom of the Netherlands on a letter.
    country: (code && countryName(code, language)) ?? areas.country,
    country_code: code,
  }
}

/** The nearest of each kind going up; of regions the largest: the state and not the county. */
function areasOf(index: PlaceIndex, entry: number, language: string | undefined): Partial<Record<AreaPart, string>> {
  const areas: Partial<Record<AreaPart, string>> = {}
  for (const area of [entry, ...ancestorsOf(index, entry)]) {
    const part = partOf[kindOf(index, area)]
    if (part && (part === 'region' || areas[part] === undefined)) areas[part] = areaNameIn(index, area, language)
  }
  return areas
}

/** Of the country that it lies in; what an entry says of itself may be a guess by borders that are drawn coarsely. */
export function countryCodeOf(index: PlaceIndex, entry: number): string | undefined {
  for (const area of [...ancestorsOf(index, entry).reverse(), entry]) {
    const code = countryOf(index, area)
    if (code) return code
  }
  return undefined
}
