export interface MapView {
  readonly zoom: number
  readonly latitude: number
  readonly longitude: number
}

/** Formats a map view. The number of digits matches the zoom level, so that links stay short. */
export function formatMapView({ zoom, latitude, longitude }: MapView): string {
  const digits = Math.max(2, Math.min(6, Math.ceil(zoom / 3)))
  return `${zoom.toFixed(2)}/${latitude.toFixed(digits)}/${longitude.toFixed(digits)}`
}

/** Parses a map view. Returns undefined if the text is invalid, because links are sometimes truncated. */
export function parseMapView(text: string): MapView | undefined {
  const parts = text.split('/')
  const [zoom, latitude, longitude] = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  if (parts.length !== 3 || zoom === undefined || latitude === undefined || longitude === undefined) return undefined
  const isValid = zoom >= 0 && zoom <= 24 && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isValid ? { zoom, latitude, longitude } : undefined
}
