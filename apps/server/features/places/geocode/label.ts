import { addressPatterns, formatAddress } from '@fairway/places'
import type { Address } from './address.ts'

/** Kinds whose name is not part of their address. */
const kindsWithNames: ReadonlySet<string> = new Set(['poi', 'airport', 'port', 'address'])

/** The address of a place, including its name. */
export function formatPlaceLabel(kind: string, name: string, address: Address): string {
  if (kind === 'crossing') return formatAddressLabel({ ...address, street: name, house_number: undefined })
  const label =
    kindsWithNames.has(kind) && name !== address.street
      ? formatAddressLabel(address, name)
      : formatAddressLabel(address)
  // The street alone does not identify a shop that has the same name as its suburb, nor does Queens identify Queens
  // Village.
  return label.toLowerCase().includes(name.toLowerCase()) ? label : `${name}, ${label}`
}

/** One line in the format of the country, with the name of the place where it is not part of the address. */
export function formatAddressLabel(address: Address, name?: string): string {
  const { house_number: houseNumber, country_code: countryCode, ...parts } = address
  const { street, city = '', postcode = '', country } = parts
  const label = formatAddress({ ...parts, houseNumber, countryCode, name })
  const postcodePrefix = street || houseNumber ? undefined : findPostcodePrefix(countryCode)
  // Without a street, the formatter puts the postcode before the city, whatever the country format is.
  if (postcodePrefix === undefined || postcode === '' || !label.includes(`${postcode} ${city}`.trim())) return label
  const formatted = formatAddress({ ...parts, countryCode, name, postcode: undefined, country: undefined })
  if (formatted === '' || formatted === postcode) return label
  return [`${formatted}${postcodePrefix}${postcode}`, country].filter(Boolean).join(', ')
}

/** The separator between the city or region and a postcode after it. Undefined where the postcode comes first. */
function findPostcodePrefix(countryCode: string | undefined): string | undefined {
  return addressPatterns.get(countryCode ?? '')?.match(/C.*?([^A-Z]*)P/)?.[1]
}
