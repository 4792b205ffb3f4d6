import {
  asciiLiteral,
  JsonWriter,
  type outlineContours,
  type Pieces,
  type Snap,
  utf8Literal,
  writePieceCosts,
  writePieces,
  writePolygons,
  writeRings,
} from '@fairway/road'
import type { MetricSnapshot } from '../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { IsochroneJob } from './job.ts'

const keys = {
  openContours: asciiLiteral('{"contours":['),
  comma: asciiLiteral(','),
  minutes: asciiLiteral('{"type":"Feature","properties":{"minutes":'),
  kilometers: asciiLiteral('{"type":"Feature","properties":{"kilometers":'),
  area: asciiLiteral(',"area_km2":'),
  reached: asciiLiteral(',"reached_km":'),
  times: asciiLiteral(',"times_min":'),
  distances: asciiLiteral(',"distances_km":'),
  polygons: asciiLiteral('},"geometry":{"type":"MultiPolygon","coordinates":'),
  lines: asciiLiteral('},"geometry":{"type":"MultiLineString","coordinates":'),
  closeFeature: asciiLiteral('}}'),
}

export interface IsochroneResult {
  readonly pieces: Pieces
  /** Outlines of the contours. Undefined when the reply contains the road network instead. */
  readonly outlines: ReturnType<typeof outlineContours> | undefined
  /** Nearest road of each point. */
  readonly snaps: readonly Snap[]
  /** Internal units per limit unit: hundredths of a second per minute, or centimeters per kilometer. */
  readonly perUnit: number
}

/** Writes replies as bytes, directly from integers. */
export class IsochroneWriter {
  private readonly json = new JsonWriter()

  /** Writes the reply to shared memory, so that other threads can read it without another copy. */
  write(region: Region, snapshot: MetricSnapshot, job: IsochroneJob, result: IsochroneResult): Uint8Array {
    const { json } = this
    json.reset()
    json.literal(keys.openContours)
    for (let contour = 0; contour < job.limits.length; contour++) {
      if (contour > 0) json.literal(keys.comma)
      this.writeContour(region, job, result, contour)
    }
    json.literal(utf8Literal(`],${toTail(region, snapshot, job, result)}`))
    const bytes = json.view()
    const sharedBytes = new Uint8Array(new SharedArrayBuffer(bytes.length))
    sharedBytes.set(bytes)
    return sharedBytes
  }

  private writeContour({ map }: Region, job: IsochroneJob, result: IsochroneResult, contour: number): void {
    const { json } = this
    const { outlines, pieces, perUnit } = result
    const outline = outlines?.contours[contour]
    json.literal(keys[job.unit]).literal(asciiLiteral(String(job.limits[contour])))
    if (outline) json.literal(keys.area).fixed(Math.round(outline.squareMeters / 100), 4)
    json.literal(keys.reached).fixed(Math.round(sumLengthCm(map.network.edges.lengthCm, pieces, contour) / 10), 4)
    if (outline) {
      json.literal(job.geometry === 'polygons' ? keys.polygons : keys.lines)
      if (job.geometry === 'polygons') writePolygons(json, outline.polygons)
      else writeRings(json, outline.polygons)
    } else {
      const indexes = listPieces(pieces, contour)
      json.literal(job.unit === 'minutes' ? keys.times : keys.distances)
      writePieceCosts(json, pieces, indexes, 1 / perUnit)
      json.literal(keys.lines)
      writePieces(json, map, pieces, indexes)
    }
    json.literal(keys.closeFeature)
  }
}

/** Returns the total road length of a contour in centimeters, including all smaller contours. */
function sumLengthCm(lengthCm: Uint32Array, { count, edge, from, to, band }: Pieces, contour: number): number {
  let sum = 0
  for (let index = 0; index < count; index++) {
    if ((band[index] ?? 0) > contour) continue
    sum += (lengthCm[edge[index] ?? 0] ?? 0) * ((to[index] ?? 0) - (from[index] ?? 0))
  }
  return sum
}

function listPieces({ count, band }: Pieces, contour: number): number[] {
  const indexes: number[] = []
  for (let index = 0; index < count; index++) if (band[index] === contour) indexes.push(index)
  return indexes
}

/** Returns the JSON after the contours, without the opening brace. */
function toTail(
  region: Region,
  { traffic }: MetricSnapshot,
  { direction, departMs, nowMs }: IsochroneJob,
  { outlines, snaps }: IsochroneResult,
): string {
  const { handle, map, strings } = region
  const { edges, roads } = map.network
  const tail = {
    direction,
    smooth_m: outlines?.smoothMeters ?? null,
    snapped: snaps.map(({ latitude, longitude, distanceMeters, edge }) => ({
      at: [latitude / 1e6, longitude / 1e6],
      distance_m: Math.round(distanceMeters * 10) / 10,
      name: strings.get(roads.name[edges.road[edge] ?? 0] ?? 0),
    })),
    traffic: {
      source: traffic ? region.findTrafficSource(traffic, departMs, nowMs) : 'none',
      snapshot_at: traffic ? new Date(traffic.state.takenAtMs).toISOString() : null,
    },
    data: { region: handle.region, dataset: handle.dataset, attribution: handle.attribution },
  }
  return JSON.stringify(tail).slice(1)
}
