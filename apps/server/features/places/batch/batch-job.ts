import type { PlaceDirectory, WorldState } from '../../../maps/places/place-directory.ts'
import { compileBodyCheck, type SchemaCheck } from '../../../platform/http/body/validation.ts'
import { toProblem } from '../../../platform/http/problem.ts'
import { problems as geocodingProblems } from '../geocode/api/failures.ts'
import { toGeocodeResults, toReverseResult } from '../geocode/api/replies.ts'
import { readGeocodeQuery, readReverseQuery } from '../geocode/api/request.ts'
import type { GeocodeFields, ReverseFields } from '../geocode/api/schemas.ts'
import { findLocally } from '../geocode/find-locally.ts'
import { reverseLocally } from '../geocode/reverse-locally.ts'
import { type BatchFields, DEFAULT_BATCH_RESULTS, ForwardQuerySchema, ReverseQuerySchema } from './schemas.ts'

/** Queries of a batch, for a compute thread. */
export interface BatchJob {
  readonly queries: readonly object[]
  /** Default values for queries without these fields. */
  readonly defaults: Pick<BatchFields, 'limit' | 'near' | 'country' | 'lang'>
}

export interface BatchChunk {
  /** Results as JSON, separated by commas. The compute thread writes the JSON to relieve the HTTP threads. */
  readonly json: string
  readonly attributions: readonly string[]
  readonly worldState: WorldState
}

type Places = Pick<PlaceDirectory, 'listIndexes' | 'worldState'>

interface ItemResult {
  readonly status: 'found' | 'nothing' | 'invalid'
  readonly results?: object
  readonly reverse?: object
  readonly error?: { readonly code: string; readonly detail: string }
}

/** Answers queries from the data of this service. The result of an invalid query contains the error. */
export function runBatchJob({ queries, defaults }: BatchJob, places: Places, isCancelled: () => boolean): BatchChunk {
  const attributions = new Set<string>()
  const items: string[] = []
  for (const query of queries) {
    if (isCancelled()) break
    items.push(JSON.stringify(runQuery({ ...defaults, ...query }, places, attributions)))
  }
  return { json: items.join(','), attributions: [...attributions], worldState: places.worldState }
}

function runQuery(query: Readonly<Record<string, unknown>>, places: Places, attributions: Set<string>): ItemResult {
  const isReverse = query.lat !== undefined || query.lon !== undefined
  const textField = ['q', 'street', 'housenumber', 'city', 'postcode'].find((field) => query[field] !== undefined)
  if (isReverse && textField !== undefined) {
    const detail = `The query contains both ${textField} and a position; give lat and lon to get an address, or ${textField} to get a position`
    return { status: 'invalid', error: { code: 'query-and-position', detail } }
  }
  return isReverse ? runReverse(query, places, attributions) : runForward(query, places, attributions)
}

function runForward(query: Readonly<Record<string, unknown>>, places: Places, attributions: Set<string>): ItemResult {
  const fields = { limit: DEFAULT_BATCH_RESULTS, ...query }
  const schemaError = getChecks().forward(fields)
  if (schemaError) return toInvalid('input-invalid', schemaError.message)
  const queryResult = readGeocodeQuery(fields as GeocodeFields)
  if (!queryResult.ok) return toInvalidQuery(toProblem(geocodingProblems, queryResult.failure))
  const localPlaces = findLocally(places.listIndexes(), queryResult.value)
  for (const { attribution } of localPlaces) attributions.add(attribution)
  return { status: localPlaces.length > 0 ? 'found' : 'nothing', results: toGeocodeResults(localPlaces) }
}

function runReverse(query: Readonly<Record<string, unknown>>, places: Places, attributions: Set<string>): ItemResult {
  const schemaError = getChecks().reverse(query)
  if (schemaError) return toInvalid('input-invalid', schemaError.message)
  const queryResult = readReverseQuery(query as ReverseFields)
  if (!queryResult.ok) return toInvalidQuery(toProblem(geocodingProblems, queryResult.failure))
  const place = reverseLocally(places.listIndexes(), queryResult.value)
  attributions.add(place.attribution)
  return { status: 'found', reverse: toReverseResult(place) }
}

function toInvalidQuery({ code, body }: { readonly code: string; readonly body: { readonly detail: string } }) {
  return toInvalid(code, body.detail)
}

function toInvalid(code: string, detail: string): ItemResult {
  return { status: 'invalid', error: { code, detail } }
}

let checks: { readonly forward: SchemaCheck; readonly reverse: SchemaCheck } | undefined

/** Returns the schema checks, which each thread compiles for its first batch. */
function getChecks(): { readonly forward: SchemaCheck; readonly reverse: SchemaCheck } {
  checks ??= { forward: compileBodyCheck(ForwardQuerySchema), reverse: compileBodyCheck(ReverseQuerySchema) }
  return checks
}
