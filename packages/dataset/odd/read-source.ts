import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { OddDocument } from '@fairway/road'
import type { LonLat } from './crossing.ts'
import { parseCsv } from './csv.ts'
import { InvalidOddError } from './odd-refused.ts'
import { readDocument } from './read-document.ts'
import { listServiceDomains, type ServiceDomain, type ServiceEvent } from './service-areas.ts'
import { splitSelfIntersections } from './untangle.ts'

/** A domain in its stored form and its parsed form. */
export interface ParsedDomain {
  readonly file: string
  /** JSON from which `document` was read. */
  readonly json: unknown
  readonly document: OddDocument
}

export const MAX_FILE_BYTES = 16 * 1024 * 1024
const MAX_FILES = 2000

/**
 * Reads the domains of a file (one document or a list) or a folder. A folder contains either .json documents, or
 * service areas as `events.csv` and `geometries/`. Throws an InvalidOddError for the first invalid domain, in which
 * case no domains are returned.
 */
export async function readOddSource(path: string): Promise<ParsedDomain[]> {
  const domains = await readPath(path)
  const fileById = new Map<string, string>()
  for (const { file, document } of domains) {
    const otherFile = fileById.get(document.id)
    if (otherFile !== undefined)
      throw new InvalidOddError(`${file}: id`, document.id, `${otherFile} has the same id; give another`)
    fileById.set(document.id, file)
  }
  return domains
}

async function readPath(path: string): Promise<ParsedDomain[]> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new InvalidOddError(path, error.code === 'ENOENT' ? 'missing' : error.message, 'give a file or a folder')
  })
  if (!stats.isDirectory()) return await readDomainFile(path)
  const fileNames = (await readdir(path)).sort()
  if (fileNames.includes('events.csv')) return await readServiceAreas(path)
  const files = fileNames.filter((name) => name.endsWith('.json')).slice(0, MAX_FILES)
  if (files.length === 0) {
    throw new InvalidOddError(path, 'a folder without .json files or events.csv', 'give a folder with domain documents')
  }
  return (await Promise.all(files.map((name) => readDomainFile(join(path, name))))).flat()
}

async function readDomainFile(path: string): Promise<ParsedDomain[]> {
  const json = await readJson(path)
  const list = Array.isArray(json) ? json : [json]
  return list.map((item, index) => {
    const file = list.length > 1 ? `${basename(path)}[${index}]` : basename(path)
    return { file, json: item, document: prefixErrorsWithFile(file, () => readDocument(item)) }
  })
}

async function readServiceAreas(folder: string): Promise<ParsedDomain[]> {
  const csv = await readFile(join(folder, 'events.csv'), 'utf8')
  const events = parseCsv(csv) as unknown as ServiceEvent[]
  const [first] = events
  for (const column of ['date', 'event_type', 'company', 'city', 'geometry_file'] as const) {
    if (first?.[column] === undefined) throw new InvalidOddError(`events.csv: ${column}`, undefined, 'give this column')
  }
  const domains = listServiceDomains(events)
  return await Promise.all(domains.map((domain) => readServiceArea(folder, domain)))
}

async function readServiceArea(folder: string, { file, areaName, json }: ServiceDomain): Promise<ParsedDomain> {
  if (basename(file) !== file)
    throw new InvalidOddError('events.csv: geometry_file', file, 'give a file name without a folder')
  const areas = cleanUpGeometry(await readJson(join(folder, 'geometries', file)), areaName)
  const fullDocument = { ...json, areas }
  return { file, json: fullDocument, document: prefixErrorsWithFile(file, () => readDocument(fullDocument)) }
}

/**
 * Cleans up the output of drawing programs. Removes polygons without rings, splits self-intersecting rings and names
 * the features after the service area.
 */
function cleanUpGeometry(value: unknown, areaName: string): unknown {
  const { type, features } = (value ?? {}) as Feature & { features?: unknown }
  if (type === 'Feature') return cleanUpFeature(value as Feature, areaName)
  if (type !== 'FeatureCollection' || !Array.isArray(features)) return value
  const nonEmptyFeatures = features.filter(({ geometry }: Feature) => geometry?.coordinates?.length !== 0)
  const featureName = (index: number) => (nonEmptyFeatures.length > 1 ? `${areaName} ${index + 1}` : areaName)
  return { type, features: nonEmptyFeatures.map((feature, index) => cleanUpFeature(feature, featureName(index))) }
}

interface Feature {
  readonly type?: string
  readonly properties?: unknown
  readonly geometry?: { readonly type?: string; readonly coordinates?: LonLat[][] | LonLat[][][] }
}

/** Cleans up the polygons of a feature. Other geometries stay unchanged, so that the reader rejects them. */
function cleanUpFeature({ type: kind, geometry }: Feature, name: string): Feature {
  const feature = {
    ...(kind === undefined ? {} : { type: kind }),
    properties: { name },
    ...(geometry ? { geometry } : {}),
  }
  const { type, coordinates } = geometry ?? {}
  if (!Array.isArray(coordinates) || (type !== 'Polygon' && type !== 'MultiPolygon')) return feature
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as LonLat[][][]
  const hasValidRings = polygons.every((rings) =>
    rings.every((ring) => Array.isArray(ring) && ring.every(Array.isArray)),
  )
  if (!hasValidRings) return feature
  return {
    ...feature,
    geometry: { type: 'MultiPolygon', coordinates: polygons.flatMap(splitSelfIntersections) as LonLat[][][] },
  }
}

async function readJson(path: string): Promise<unknown> {
  const name = basename(path)
  const { size } = await stat(path).catch(() => {
    throw new InvalidOddError(name, 'missing', 'give the file')
  })
  if (size > MAX_FILE_BYTES) throw new InvalidOddError(name, `${size} bytes`, `give at most ${MAX_FILE_BYTES}`)
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw new InvalidOddError(name, 'not JSON', error.message)
    throw error
  }
}

function prefixErrorsWithFile<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof InvalidOddError) error.message = `${file}: ${error.message}`
    throw error
  }
}
