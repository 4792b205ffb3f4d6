import { iso1A2Code } from '@rapideditor/country-coder'

/** Two capital letters; undefined on the high seas. Some waters along a coast count as the country's. */
export function countryAt(latitude: number, longitude: number): string | undefined {
  // Its borders end a hair before the date line and the poles.
  const inside = (degrees: number, most: number) => Math.max(-most, Math.min(most, degrees))
  return iso1A2Code([inside(longitude, 179.99999), inside(latitude, 89.99999)]) ?? undefined
}
