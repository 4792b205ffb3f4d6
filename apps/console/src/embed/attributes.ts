/** Users write the attributes of the web components by hand, so error messages name the invalid attribute. */

export type LatLng = readonly [latitude: number, longitude: number]

export class AttributeError extends Error {}

/** Parses a position such as `43.738, 7.425`. */
export function parsePosition(name: string, text: string): LatLng {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [latitude, longitude] = numbers
  const isPosition =
    numbers.length === 2 && Math.abs(latitude ?? Number.NaN) <= 90 && Math.abs(longitude ?? Number.NaN) <= 180
  if (!isPosition || latitude === undefined || longitude === undefined)
    throw new AttributeError(`${name} is "${text}"; write it as latitude, longitude, such as "43.738, 7.425"`)
  return [latitude, longitude]
}

/** Parses positions separated by semicolons. */
export function parsePositions(name: string, text: string): LatLng[] {
  const parts = text.split(';').filter((part) => part.trim() !== '')
  return parts.map((part, index) => parsePosition(`${name}[${index}]`, part))
}

export function parseZoom(text: string): number {
  const zoom = Number(text)
  if (text.trim() === '' || !(zoom >= 0 && zoom <= 22))
    throw new AttributeError(`zoom is "${text}"; it must be a number from 0 to 22`)
  return zoom
}

const styleNames = ['light', 'dark', 'blueprint'] as const
export type MapStyleName = (typeof styleNames)[number]

export function parseStyleName(text: string): MapStyleName {
  const name = styleNames.find((styleName) => styleName === text)
  if (!name) throw new AttributeError(`map-style is "${text}"; it must be one of ${styleNames.join(', ')}`)
  return name
}
