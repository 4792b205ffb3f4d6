import type { CoastRings } from '@fairway/sea'

/** Reads navigable waters other than the seas. Each line is a ring or a hole: `name <tab> lat,lon lat,lon …`. */
export function readLakes(table: string): CoastRings {
  const latitude: number[] = []
  const longitude: number[] = []
  const ringEnd: number[] = []
  for (const line of table.trim().split('\n')) {
    const [, ring = ''] = line.split('\t')
    for (const corner of ring.split(' ')) {
      const [lat, lon] = corner.split(',').map(Number)
      latitude.push(Math.round(lat * 1e6))
      longitude.push(Math.round(lon * 1e6))
    }
    ringEnd.push(latitude.length)
  }
  return {
    latitude: Int32Array.from(latitude),
    longitude: Int32Array.from(longitude),
    ringEnd: Uint32Array.from(ringEnd),
  }
}

export function concatenateRings(a: CoastRings, b: CoastRings): CoastRings {
  const concatenate = (first: Int32Array, second: Int32Array) => {
    const combinedRings = new Int32Array(first.length + second.length)
    combinedRings.set(first)
    combinedRings.set(second, first.length)
    return combinedRings
  }
  return {
    latitude: concatenate(a.latitude, b.latitude),
    longitude: concatenate(a.longitude, b.longitude),
    ringEnd: Uint32Array.from([...a.ringEnd, ...b.ringEnd.map((end) => end + a.latitude.length)]),
  }
}
