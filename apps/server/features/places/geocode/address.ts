import {
  findCountryCode,
  findCountryName,
  findPostcode,
  getKind,
  type HouseMatch,
  listAncestors,
  type PlaceIndex,
  readDetails,
} from '@fairway/places'
import { getAreaNameIn, getNameIn } from './languages.ts'

/** Structured postal address. Unknown parts are undefined. */
export interface Address {
  readonly house_number?: string | undefined
  readonly street?: string | undefined
  readonly suburb?: string | undefined
  readonly city?: string | undefined
  readonly region?: string | undefined
  readonly postcode?: string | undefined
  readonly country?: string | undefined
  /** Country code in two capital letters. */
  readonly country_code?: string | undefined
}

type AddressField = 'suburb' | 'city' | 'region' | 'country' | 'postcode'

const addressFieldByKind: Readonly<Record<string, AddressField>> = {
  suburb: 'suburb',
  village: 'city',
  town: 'city',
  city: 'city',
  region: 'region',
  country: 'country',
  postcode: 'postcode',
}

/**
 * Builds the address of an entry. The address of a street includes the number of the matched house, if any. Other
 * entries have the address given in the source.
 */
export function buildAddress(
  index: PlaceIndex,
  entry: number,
  language: string | undefined,
  house?: HouseMatch | undefined,
  /** Callers can pass details that they have already read, because reading them is the slowest step. */
  details = readDetails(index, entry),
): Address {
  const isStreet = getKind(index, entry) === 'street'
  const areas = listAreaNames(index, entry, language)
  const countryCode = findEntryCountryCode(index, entry)
  return {
    house_number: house?.number ?? details?.houseNumber,
    street: isStreet ? getNameIn(index, entry, language) : details?.street,
    suburb: areas.suburb,
    city: isStreet ? (areas.city ?? details?.city) : (details?.city ?? areas.city),
    region: areas.region,
    postcode: details?.postcode ?? findPostcode(index, entry)?.toUpperCase() ?? areas.postcode,
    // The source has formal names such as Kingdom of the Netherlands, which are not used in addresses.
    country: (countryCode && findCountryName(countryCode, language)) ?? areas.country,
    country_code: countryCode,
  }
}

/**
 * Lists the nearest ancestor of each kind. For regions, the largest ancestor is used, which is the state and not the
 * county.
 */
function listAreaNames(
  index: PlaceIndex,
  entry: number,
  language: string | undefined,
): Partial<Record<AddressField, string>> {
  const areas: Partial<Record<AddressField, string>> = {}
  for (const area of [entry, ...listAncestors(index, entry)]) {
    const field = addressFieldByKind[getKind(index, area)]
    if (field && (field === 'region' || areas[field] === undefined)) areas[field] = getAreaNameIn(index, area, language)
  }
  return areas
}

/** Returns the country that contains the entry. The code of the entry itself may be a guess from coarse borders. */
export function findEntryCountryCode(index: PlaceIndex, entry: number): string | undefined {
  for (const area of [...listAncestors(index, entry).reverse(), entry]) {
    const code = findCountryCode(index, area)
    if (code) return code
  }
  return undefined
}
