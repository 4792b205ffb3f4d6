import type { AirFile, Validity } from '../model.ts'
import { BadAirFile, isObject } from './fields.ts'
import { isEd269, readEd269 } from './geozones/ed269.ts'
import { isEd318, readEd318 } from './geozones/ed318.ts'
import { readPlainGeojson } from './geozones/plain-geojson.ts'
import { isOpenAir, readOpenAir } from './openair/openair.ts'
import { makeIdsUnique } from './unique-ids.ts'

/** Reason why a whole file was rejected: the feature, the field, its value, and the allowed values. */
export interface AirFileProblem {
  readonly message: string
}

export function isAirFileProblem(result: AirFile | AirFileProblem): result is AirFileProblem {
  return 'message' in result
}

const SUPPORTED_FORMATS = 'ED-269 JSON, ED-318 GeoJSON, GeoJSON, OpenAir text'

/**
 * Reads zones and corridors from a file. The content of the file determines which of the four formats is read. `name`
 * is the file name, used for messages and generated IDs. `nowMs` enables warnings about expired times.
 */
export function readAirFile(text: string, name: string, nowMs?: number): AirFile | AirFileProblem {
  const stem = name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '') || 'zones'
  try {
    const airFile = makeIdsUnique(detectAndRead(text.replace(/^\uFEFF/, ''), stem), stem)
    const expiryWarnings = nowMs === undefined ? [] : listExpiryWarnings(airFile, nowMs)
    const warnings = [...(airFile.warnings ?? []), ...expiryWarnings]
    return { ...airFile, ...(warnings.length > 0 && { warnings }) }
  } catch (error) {
    if (error instanceof BadAirFile) return { message: `${name}: ${error.message}` }
    throw error
  }
}

function detectAndRead(text: string, stem: string): AirFile {
  if (/^\s*[[{]/.test(text)) return readJson(parseJson(text), stem)
  if (isOpenAir(text)) return readOpenAir(text, stem)
  throw new BadAirFile(`is ${text.trim() === '' ? 'empty' : 'in an unknown format'}; allowed: ${SUPPORTED_FORMATS}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BadAirFile(`is not valid JSON (${error instanceof Error ? error.message.slice(0, 120) : 'unreadable'})`)
  }
}

function readJson(value: unknown, stem: string): AirFile {
  const file = isObject(value) && value.type === 'Feature' ? { type: 'FeatureCollection', features: [value] } : value
  if (!isObject(file) || !Array.isArray(file.features)) {
    throw new BadAirFile(`is JSON without a list of features; allowed: ${SUPPORTED_FORMATS}`)
  }
  if (isEd269(file)) return readEd269(file)
  if (isEd318(file)) return readEd318(file)
  if (file.type === 'FeatureCollection') return readPlainGeojson(file, stem)
  throw new BadAirFile(`has features, but is in an unknown format; allowed: ${SUPPORTED_FORMATS}`)
}

/** Lists warnings about zones and corridors that will never be active again. */
function listExpiryWarnings({ zones, corridors }: AirFile, nowMs: number): string[] {
  const isExpired = (times: readonly Validity[]) =>
    times.length > 0 && times.every(({ untilMs }) => untilMs !== undefined && untilMs <= nowMs)
  const expiredIds = [...zones, ...corridors].filter(({ times }) => isExpired(times)).map(({ id }) => id)
  if (expiredIds.length === 0) return []
  const listedIds = expiredIds.slice(0, 10).join(', ')
  const suffix = expiredIds.length > 10 ? ` and ${expiredIds.length - 10} more` : ''
  return [`these zones and corridors have expired and will never be in force again: ${listedIds}${suffix}`]
}
