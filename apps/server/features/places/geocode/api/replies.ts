import { round, toPoint } from '../../../../platform/http/place-schemas.ts'
import type { GeocodedPlace, GeocodeQuery, ReversedPlace } from '../geocoded.ts'
import type { Geocoded } from '../geocoder.ts'

/** Undefined parts are omitted. */

export function toGeocodeReply({ text }: GeocodeQuery, { found, attribution }: Geocoded<readonly GeocodedPlace[]>) {
  const results = found.map((place) => {
    const { label, name, kind, address, confidence, isInterpolated, distanceMeters, source } = place
    return {
      at: toPoint(place),
      label,
      name,
      kind,
      address,
      confidence: round(confidence, 3),
      distance_km: distanceMeters === undefined ? undefined : round(distanceMeters / 1000, 3),
      interpolated: isInterpolated ? true : undefined,
      source,
    }
  })
  return { query: text.trim(), results, data: { attribution } }
}

export function toReverseReply({ found, attribution }: Geocoded<ReversedPlace>) {
  const { label, kind, address, isInterpolated, distanceMeters, nearest, source } = found
  return {
    at: toPoint(found),
    label,
    kind,
    address,
    distance_m: round(distanceMeters, 1),
    interpolated: isInterpolated ? true : undefined,
    nearest: nearest && {
      name: nearest.name,
      at: toPoint(nearest),
      distance_km: round(nearest.distanceMeters / 1000, 3),
    },
    source,
    data: { attribution },
  }
}
