import { addressPatterns, formatAddress, tokenizeToStrings } from '@fairway/places'
import type { Address } from './address.ts'

/** Kinds whose name is not part of their address. */
const kindsWithNames: ReadonlySet<string> = new Set(['poi', 'airport', 'port', 'address'])

/**
 * Formats the address of a place, including its name. A bus stop with the name of its town also gets its kind, because
 * its label would otherwise equal that of the town.
 */
export function formatPlaceLabel(kind: string, name: string, address: Address, kindName?: string): string {
  if (kind === 'poi' && kindName !== undefined && isNameOfArea(name, address))
    return formatAddressLabel(address, `${name} (${kindName})`)
  if (kind === 'crossing') return formatAddressLabel({ ...address, street: name, house_number: undefined })
  const label =
    kindsWithNames.has(kind) && name !== address.street
      ? formatAddressLabel(address, name)
      : formatAddressLabel(address)
  // The address of a shop may contain only a street, and the address of Queens Village may contain only Queens. The
  // name is therefore added unless the label contains it.
  return label.toLowerCase().includes(name.toLowerCase()) ? label : `${name}, ${label}`
}

function isNameOfArea(name: string, { suburb, city, region, country }: Address): boolean {
  const foldedName = tokenizeToStrings(name).join(' ')
  return [suburb, city, region, country].some((area) => area && tokenizeToStrings(area).join(' ') === foldedName)
}

/**
 * Formats an address as one line in the format of the country, with the place name if the address does not contain it.
 */
export function formatAddressLabel(address: Address, name?: string): string {
  const { house_number: houseNumber, country_code: countryCode, ...parts } = address
  const { street, city = '', postcode = '', country } = parts
  const label = formatAddress({ ...parts, houseNumber, countryCode, name })
  const postcodePrefix = street || houseNumber ? undefined : findPostcodePrefix(countryCode)
  // Without a street, the formatter puts the postcode before the city, regardless of the country's format.
  if (postcodePrefix === undefined || postcode === '' || !label.includes(`${postcode} ${city}`.trim())) return label
  const formatted = formatAddress({ ...parts, countryCode, name, postcode: undefined, country: undefined })
  if (formatted === '' || formatted === postcode) return label
  return [`${formatted}${postcodePrefix}${postcode}`, country].filter(Boolean).join(', ')
}

/**
 * Returns the separator between the city or region and a following postcode. Returns undefined where the postcode comes
 * first.
 */
function findPostcodePrefix(countryCode: string | undefined): string | undefined {
  return addressPatterns.get(countryCode ?? '')?.match(/C.*?([^A-Z]*)P/)?.[1]
}
