import { flatDistanceMeters, longitudeDifference } from '@fairway/geo'
import { Uint32Builder } from '../../osm/growing.ts'
import type { RawPlaces } from '../collect/raw-places.ts'

/** Points along the ways of streets, in microdegrees, dense enough to find the nearest street. */
export interface StreetSamples {
  /** Start of each way in the point columns, with a final element for the end. */
  readonly first: Uint32Array
  readonly latitude: Int32Array
  readonly longitude: Int32Array
}

/** Minimum distance between points, in meters. Closer nodes are skipped unless they are street crossings. */
const MIN_SPACING_METERS = 25
/** Maximum distance between points on straight roads, in meters. Points are inserted to fill larger gaps. */
const MAX_SPACING_METERS = 70

/**
 * Samples points along all streets. `key` assigns a street to each way, and a node shared by two streets is a crossing.
 */
export function sampleStreets({ streets, lines }: RawPlaces, key: Uint32Array): StreetSamples {
  const isCrossing = findCrossings({ streets, lines }, key)
  const { latitude, longitude } = lines.nodes
  const first = new Uint32Array(streets.length + 1)
  const [sampleLatitude, sampleLongitude] = [new Uint32Builder(), new Uint32Builder()]
  for (const [way, { line }] of streets.entries()) {
    const nodes = lines.nodesOf(line)
    let [lastLat, lastLon] = [0, 0]
    const addSample = (lat: number, lon: number): void => {
      sampleLatitude.push(Math.round(lat * 1e6))
      sampleLongitude.push(Math.round(lon * 1e6))
      lastLat = lat
      lastLon = lon
    }
    for (const [index, node] of nodes.entries()) {
      const lat = latitude[node] / 1e7
      const lon = longitude[node] / 1e7
      const isEndpoint = index === 0 || index === nodes.length - 1
      const meters = index === 0 ? 0 : flatDistanceMeters(lastLat, lastLon, lat, lon)
      if (!isEndpoint && isCrossing[node] === 0 && meters < MIN_SPACING_METERS) continue
      const stepCount = Math.ceil(meters / MAX_SPACING_METERS)
      const [fromLat, fromLon] = [lastLat, lastLon]
      for (let step = 1; step < stepCount; step++) {
        const fraction = step / stepCount
        addSample(
          fromLat + fraction * (lat - fromLat),
          longitudeDifference(0, fromLon + fraction * longitudeDifference(fromLon, lon)),
        )
      }
      addSample(lat, lon)
    }
    first[way + 1] = sampleLatitude.length
  }
  return { first, latitude: sampleLatitude.finishSigned(), longitude: sampleLongitude.finishSigned() }
}

function findCrossings({ streets, lines }: Pick<RawPlaces, 'streets' | 'lines'>, key: Uint32Array): Uint8Array {
  const count = lines.nodes.id.length
  const lastKey = new Uint32Array(count)
  const crossing = new Uint8Array(count)
  for (const [way, { line }] of streets.entries()) {
    for (const node of lines.nodesOf(line)) {
      if (lastKey[node] !== 0 && lastKey[node] !== key[way] + 1) crossing[node] = 1
      lastKey[node] = key[way] + 1
    }
  }
  return crossing
}
