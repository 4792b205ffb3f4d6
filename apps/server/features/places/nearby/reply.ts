import { roundToDecimals, toPoint } from '../../../platform/http/place-schemas.ts'
import type { NearbyAnswer } from './service.ts'

/** Creates the reply. Undefined fields are omitted. */
export function toNearbyReply({ places, hasMore, widenedToMeters, isOpen, attribution }: NearbyAnswer) {
  return {
    places: places.map((place) => {
      const { id, name, category, categories, distanceMeters, roadMeters, durationMin, address, tags } = place
      const isByRoad = roadMeters !== undefined
      return {
        id,
        name,
        category,
        categories,
        at: toPoint(place),
        distance_m: roundToDecimals(roadMeters ?? distanceMeters, 1),
        duration_min: durationMin,
        straight_m: isByRoad ? roundToDecimals(distanceMeters, 1) : undefined,
        address: Object.values(address).some((part) => part !== undefined) ? address : undefined,
        opening_hours: tags.opening_hours,
        open: isOpen(place),
        phone: tags.phone ?? tags['contact:phone'],
        website: tags.website ?? tags['contact:website'] ?? tags.url,
        tags,
      }
    }),
    widened_to_m: widenedToMeters,
    more: hasMore ? true : undefined,
    data: { attribution },
  }
}
