import { roundToDecimals, toPoint } from '../../../../platform/http/place-schemas.ts'
import type { GeocodedPlace, GeocodeQuery, ReverseGeocodedPlace } from '../geocoded.ts'
import type { GeocodeResult } from '../geocoder.ts'

/** The functions in this file omit undefined parts from replies. */

export function toGeocodeReply(
  { text }: GeocodeQuery,
  { result, attribution }: GeocodeResult<readonly GeocodedPlace[]>,
) {
  return { query: text.trim(), results: toGeocodeResults(result), data: { attribution } }
}

export function toGeocodeResults(places: readonly GeocodedPlace[]) {
  return places.map((place) => {
    const { id, label, name, kind, address, confidence, isInterpolated, distanceMeters, source } = place
    return {
      id,
      at: toPoint(place),
      label,
      name,
      kind,
      address,
      confidence: roundToDecimals(confidence, 3),
      distance_km: distanceMeters === undefined ? undefined : roundToDecimals(distanceMeters / 1000, 3),
      interpolated: isInterpolated ? true : undefined,
      source,
    }
  })
}

export function toReverseReply({ result, attribution }: GeocodeResult<ReverseGeocodedPlace>) {
  return { ...toReverseResult(result), data: { attribution } }
}

export function toReverseResult(place: ReverseGeocodedPlace) {
  const { id, label, kind, address, isInterpolated, distanceMeters, nearest, source } = place
  return {
    id,
    at: toPoint(place),
    label,
    kind,
    address,
    distance_m: roundToDecimals(distanceMeters, 1),
    interpolated: isInterpolated ? true : undefined,
    nearest: nearest && {
      name: nearest.name,
      at: toPoint(nearest),
      distance_km: roundToDecimals(nearest.distanceMeters / 1000, 3),
    },
    source,
  }
}
