import { formatAddress } from '@fairway/places/address/format-address.ts'
import type { Address } from './address.ts'

/** One line, the way the country writes it; with the name of what is there, where that is no part of the address. */
export function labelOf(address: Address, name?: string): string {
  const { house_number: houseNumber, country_code: countryCode, ...parts } = address
  return formatAddress({ ...parts, houseNumber, countryCode, name })
}
