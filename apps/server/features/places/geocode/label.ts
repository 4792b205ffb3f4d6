import { formatAddress, patterns } from '@fairway/places'
import type { Address } from './address.ts'

/** Kinds whose name is no part of their address. */
const named: ReadonlySet<string> = new Set(['poi', 'airport', 'port', 'address'])

/** The address of something of a kind, with its name in it. */
export function labelOfPlace(kind: string, name: string, address: Address): string {
  if (kind === 'crossing') return labelOf({ ...address, street: name, house_number: undefined })
  const label = named.has(kind) && name !== address.street ? labelOf(address, name) : labelOf(address)
  // A shop that is called like its suburb is not told by the street alone, nor is Queens Village by Queens.
  return label.toLowerCase().includes(name.toLowerCase()) ? label : `${name}, ${label}`
}

/** One line, the way the country writes it; with the name of what is there, where that is no part of the address. */
export function labelOf(address: Address, name?: string): string {
  const { house_number: houseNumber, country_code: countryCode, ...parts } = address
  const { street, city = '', postcode = '', country } = parts
  const label = formatAddress({ ...parts, houseNumber, countryCode, name })
  const sign = street || houseNumber ? undefined : signBeforePostcode(countryCode)
  // Without a street it is written before the city, wherever its country would have it.
  if (sign === undefined || postcode === '' || !label.includes(`${postcode} ${city}`.trim())) return label
  const place = formatAddress({ ...parts, countryCode, name, postcode: undefined, country: undefined })
  if (place === '' || place === postcode) return label
  return [`${place}${sign}${postcode}`, country].filter(Boolean).join(', ')
}

/** What stands between the city, or its region, and a postcode behind it; undefined where the postcode comes first. */
function signBeforePostcode(countryCode: string | undefined): string | undefined {
  return patterns.get(countryCode ?? '')?.match(/C.*?([^A-Z]*)P/)?.[1]
}
