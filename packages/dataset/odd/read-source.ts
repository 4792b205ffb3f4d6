import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { OddDocument } from '@fairway/road'
import type { LonLat } from './crossing.ts'
import { readTable } from './csv.ts'
import { OddRefused } from './odd-refused.ts'
import { readDocument } from './read-document.ts'
import { listServiceDomains, type ServiceDomain, type ServiceEvent } from './service-areas.ts'
import { untangle } from './untangle.ts'

/** A domain as given and as parsed. */
export interface ReadDomain {
  readonly file: string
  /** The stored form: the JSON that `document` was read from. */
  readonly json: unknown
  readonly document: OddDocument
}

export const MAX_FILE_BYTES = 16 * 1024 * 1024
const MAX_FILES = 2000

/**
 * Reads the domains of a file (one document or a list) or a folder. A folder contains either .json documents, or
 * service areas with `events.csv` next to `geometries/`. Either all domains are read or none: throws OddRefused for the
 * first invalid one.
 */
export async function readOddSource(path: string): Promise<ReadDomain[]> {
  const found = await readPath(path)
  const known = new Map<string, string>()
  for (const { file, document } of found) {
    const other = known.get(document.id)
    if (other !== undefined) throw new OddRefused(`${file}: id`, document.id, `${other} has the same id; give another`)
    known.set(document.id, file)
  }
  return found
}

async function readPath(path: string): Promise<ReadDomain[]> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new OddRefused(path, error.code === 'ENOENT' ? 'missing' : error.message, 'give a file or a folder')
  })
  if (!found.isDirectory()) return await readFileOf(path)
  const names = (await readdir(path)).sort()
  if (names.includes('events.csv')) return await readServiceAreas(path)
  const files = names.filter((name) => name.endsWith('.json')).slice(0, MAX_FILES)
  if (files.length === 0) {
    throw new OddRefused(path, 'a folder without .json files or events.csv', 'give a folder with domain documents')
  }
  return (await Promise.all(files.map((name) => readFileOf(join(path, name))))).flat()
}

async function readFileOf(path: string): Promise<ReadDomain[]> {
  const json = await readJson(path)
  const list = Array.isArray(json) ? json : [json]
  return list.map((one, index) => {
    const file = list.length > 1 ? `${basename(path)}[${index}]` : basename(path)
    return { file, json: one, document: withFile(file, () => readDocument(one)) }
  })
}

async function readServiceAreas(folder: string): Promise<ReadDomain[]> {
  const text = await readFile(join(folder, 'events.csv'), 'utf8')
  const events = readTable(text) as unknown as ServiceEvent[]
  const [first] = events
  for (const column of ['date', 'event_type', 'company', 'city', 'geometry_file'] as const) {
    if (first?.[column] === undefined) throw new OddRefused(`events.csv: ${column}`, undefined, 'give this column')
  }
  const domains = listServiceDomains(events)
  return await Promise.all(domains.map((domain) => readServiceArea(folder, domain)))
}

async function readServiceArea(folder: string, { file, place, json }: ServiceDomain): Promise<ReadDomain> {
  if (basename(file) !== file) throw new OddRefused('events.csv: geometry_file', file, 'give the name of a file')
  const areas = tidy(await readJson(join(folder, 'geometries', file)), place)
  const whole = { ...json, areas }
  return { file, json: whole, document: withFile(file, () => readDocument(whole)) }
}

/**
 * Cleans up output of drawing programs: polygons without rings, self-intersecting rings, and names with an unrelated
 * meaning.
 */
function tidy(value: unknown, place: string): unknown {
  const { type, features } = (value ?? {}) as Feature & { features?: unknown }
  if (type === 'Feature') return tidyFeature(value as Feature, place)
  if (type !== 'FeatureCollection' || !Array.isArray(features)) return value
  const there = features.filter(({ geometry }: Feature) => geometry?.coordinates?.length !== 0)
  const named = (index: number) => (there.length > 1 ? `${place} ${index + 1}` : place)
  return { type, features: there.map((feature, index) => tidyFeature(feature, named(index))) }
}

interface Feature {
  readonly type?: string
  readonly properties?: unknown
  readonly geometry?: { readonly type?: string; readonly coordinates?: LonLat[][] | LonLat[][][] }
}

/** Leaves anything that is not a polygon as it is, so that the reader rejects it. */
function tidyFeature({ type: kind, geometry }: Feature, name: string): Feature {
  const feature = {
    ...(kind === undefined ? {} : { type: kind }),
    properties: { name },
    ...(geometry ? { geometry } : {}),
  }
  const { type, coordinates } = geometry ?? {}
  if (!Array.isArray(coordinates) || (type !== 'Polygon' && type !== 'MultiPolygon')) return feature
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as LonLat[][][]
  const isWhole = polygons.every((rings) => rings.every((ring) => Array.isArray(ring) && ring.every(Array.isArray)))
  if (!isWhole) return feature
  return { ...feature, geometry: { type: 'MultiPolygon', coordinates: polygons.flatMap(untangle) as LonLat[][][] } }
}

async function readJson(path: string): Promise<unknown> {
  const name = basename(path)
  const { size } = await stat(path).catch(() => {
    throw new OddRefused(name, 'missing', 'give the file')
  })
  if (size > MAX_FILE_BYTES) throw new OddRefused(name, `${size} bytes`, `give at most ${MAX_FILE_BYTES}`)
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw new OddRefused(name, 'not JSON', error.message)
    throw error
  }
}

function withFile<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof OddRefused) error.message = `${file}: ${error.message}`
    throw error
  }
}
