import { Agent } from 'node:http'
import { seededRandom } from '@fairway/geo'
import { send, type TrackingRequest } from './tracking-load.ts'

const SEED = 31
/** Area of the fleet in degrees: 22 km by 22 km around the route of `addAssets`. */
const AREA = { south: 48, west: 10.9, height: 0.2, width: 0.3 }
/** Distance per second in degrees of latitude, about 10 m. */
const STEP_DEGREES = 9e-5

type Point = readonly [number, number]

/** Adds geofences of all shapes to the area of the fleet. */
export async function addGeofences(port: number, key: string, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const random = seededRandom(SEED)
  const place = (): Point => [AREA.south + random() * AREA.height, AREA.west + random() * AREA.width]
  for (let at = 0; at < count; at++) {
    const body = JSON.stringify({ name: `Area ${at}`, ...makeShape(at, place, random), rules: { dwell_s: 120 } })
    const { status, text } = await send(agent, port, key, { method: 'POST', path: '/v1/geofences', body })
    if (status !== 200 && status !== 201) throw new Error(`a geofence was refused: ${text}`)
  }
  agent.destroy()
}

function makeShape(at: number, place: () => Point, random: () => number) {
  const [latitude, longitude] = place()
  if (at === 0) return { corridor: { along_plan: true, distance_m: 100 } }
  if (at % 10 === 0) return { corridor: { line: [[latitude, longitude], place(), place()], distance_m: 50 } }
  if (at % 3 !== 0) return { circle: { center: [latitude, longitude], radius_m: 100 + random() * 900 } }
  const corners = 6 + Math.floor(random() * 60)
  const outer = Array.from({ length: corners }, (_, corner) => {
    const radius = 0.003 + 0.004 * random()
    const angle = (2 * Math.PI * corner) / corners
    return [latitude + radius * Math.sin(angle), longitude + 1.5 * radius * Math.cos(angle)]
  })
  return { polygon: { outer } }
}

/** Creates a fleet that drives: assets with a route follow it, and the others drive straight on and turn at the edge. */
export function startFleet(routed: readonly string[], free: readonly string[]) {
  const random = seededRandom(SEED + 1)
  // Assets with and without a route alternate, so that every batch contains both.
  const ids = Array.from({ length: routed.length + free.length }, (_, at) => {
    const list = at % 2 === 0 ? routed : free
    return list[Math.floor(at / 2)] ?? free.at(-1) ?? ''
  })
  const drives = ids.map((_, at) =>
    at % 2 === 0
      ? { latitude: 48.0064, longitude: 11.0003, northward: STEP_DEGREES, eastward: 0 }
      : {
          latitude: AREA.south + random() * AREA.height,
          longitude: AREA.west + random() * AREA.width,
          northward: STEP_DEGREES * (random() < 0.5 ? 1 : -1) * 0.7,
          eastward: STEP_DEGREES * (random() < 0.5 ? 1 : -1),
        },
  )
  const position = (at: number, timeMs: number) => {
    const { latitude = 0, longitude = 0 } = drives[at] ?? {}
    return `"at":[${latitude.toFixed(6)},${longitude.toFixed(6)}],"time":${timeMs},"speed_ms":10,"battery_pct":81`
  }
  return {
    size: ids.length,
    /** Moves all assets by one second. */
    move() {
      for (const drive of drives) {
        drive.latitude += drive.northward
        drive.longitude += drive.eastward
        if (drive.latitude < AREA.south || drive.latitude > AREA.south + AREA.height) drive.northward *= -1
        if (drive.longitude < AREA.west || drive.longitude > AREA.west + AREA.width) drive.eastward *= -1
      }
    },
    pushOne: (at: number): TrackingRequest => ({
      method: 'POST',
      path: `/v1/assets/${ids[at]}/position`,
      body: `{${position(at, Date.now())}}`,
    }),
    pushMany: (first: number, last: number): TrackingRequest => {
      const timeMs = Date.now()
      const positions: string[] = []
      for (let at = first; at < last; at++) positions.push(`{"asset":"${ids[at]}",${position(at, timeMs)}}`)
      return { method: 'POST', path: '/v1/assets/positions', body: `{"positions":[${positions.join(',')}]}` }
    },
  }
}
