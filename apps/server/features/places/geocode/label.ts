import { formatAddress, patterns } from '@fairway/places'
import type { Address } from './address.ts'

/** Kinds whose name is not part of their address. */
const named: ReadonlySet<string> = new Set(['poi', 'airport', 'port', 'address'])

/** The address of a place, including its name. */
export function labelOfPlace(kind: string, name: string, address: Address): string {
  if (kind === 'crossing') return labelOf({ ...address, street: name, house_number: undefined })
  const label = named.has(kind) && name !== address.street ? labelOf(address, name) : labelOf(address)
  // The street alone does not identify a shop named like its suburb, nor does Queens identify Queens Village.
  return label.toLowerCase().includes(name.toLowerCase()) ? label : `${name}, ${label}`
}

/** One line in the format of the country, with the name of the place where it is not part of the address. */
export function labelOf(address: Address, name?: string): string {
  const { house_number: houseNumber, country_code: countryCode, ...parts } = address
  const { street, city = '', postcode = '', country } = parts
  const label = formatAddress({ ...parts, houseNumber, countryCode, name })
  const sign = street || houseNumber ? undefined : signBeforePostcode(countryCode)
  // Without a street, the formatter puts the postcode before the city, whatever the country format is.
  if (sign === undefined || postcode === '' || !label.includes(`${postcode} ${city}`.trim())) return label
  const place = formatAddress({ ...parts, countryCode, name, postcode: undefined, country: undefined })
  if (place === '' || place === postcode) return label
  return [`${place}${sign}${postcode}`, country].filter(Boolean).join(', ')
}

/** The separator between the city or region and a postcode after it. Undefined where the postcode comes first. */
function signBeforePostcode(countryCode: string | undefined): string | undefined {
  return patterns.get(countryCode ?? '')?.match(/C.*?([^A-Z]*)P/)?.[1]
}
