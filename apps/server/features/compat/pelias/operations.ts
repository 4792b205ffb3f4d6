import type { Operation } from '../../../operations/define-operation.ts'
import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import { ok, type Result } from '../../../platform/result.ts'
import { foreignOperation, toForeignFailure, unknownPathOperation } from '../foreign-operation.ts'
import { type FoundPlaces, PlaceCalls } from '../places/place-calls.ts'
import { toGeocodeJson } from './format.ts'
import { type PeliasQuery, type PeliasService, parsePeliasQuery } from './query.ts'

const PATH_PREFIX = '/v1/compat/pelias'
const services: readonly PeliasService[] = ['search', 'search/structured', 'autocomplete', 'reverse']
/** Number of results to request with a filter. The filter may remove some. */
const FILTERED_CANDIDATES = 20
/** Failure codes of searches that cannot match anything. In this format, such a search returns an empty list. */
const EMPTY_CODES = ['query-too-short', 'country-unknown', 'position-zero']

const toErrors = (errors: readonly string[]): object => toGeocodeJson([], { query: {}, attribution: '', errors })

/** Creates the operations of Pelias's HTTP API. */
export function peliasOperations(call: OperationCaller): Operation[] {
  const toErrorBody = ({ body }: Problem) => toErrors([body.detail])
  const define = (service: PeliasService): Operation =>
    foreignOperation({
      name: `compat.pelias.${service.replace('/', '.')}`,
      method: 'GET',
      path: `${PATH_PREFIX}/v1/${service}`,
      permission: service === 'reverse' ? 'reverse' : 'geocode',
      toErrorBody,
      async handle(input, { caller }): Promise<ForeignReply> {
        const query = parsePeliasQuery(input, service)
        if (!query.ok) return { status: 400, body: toErrors(query.failure) }
        const placesReply = await findPlaces(new PlaceCalls(call, caller), query.value, service)
        const { words, warnings, size, accepts } = query.value
        const geocoding = { query: { text: words.q, size }, warnings }
        if (!placesReply.ok) {
          const { failure } = placesReply
          if (EMPTY_CODES.includes(failure.code))
            return { status: 200, body: toGeocodeJson([], { ...geocoding, attribution: '' }) }
          const status = failure.status === 422 ? 400 : failure.status
          return toForeignFailure(failure, status, toErrors([failure.body.detail]))
        }
        const { places, attribution } = placesReply.value
        return {
          status: 200,
          body: toGeocodeJson(places.filter(accepts).slice(0, size), { ...geocoding, attribution }),
        }
      },
    })
  const unknownPathHandler = unknownPathOperation({
    name: 'compat.pelias',
    path: `${PATH_PREFIX}/*`,
    permission: 'geocode',
    toErrorBody,
    handle: () => ({ status: 404, body: { error: 'not found: invalid path' } }),
  })
  return [...services.map(define), ...unknownPathHandler]
}

async function findPlaces(
  calls: PlaceCalls,
  query: PeliasQuery,
  service: PeliasService,
): Promise<Result<FoundPlaces, Problem>> {
  const { words, size, position, countries, language, isFiltered, radiusKm } = query
  if (service !== 'reverse') {
    const limit = isFiltered ? Math.max(FILTERED_CANDIDATES, size) : size
    return calls.search({ words, limit, near: position, countries, language })
  }
  const placesReply = await calls.reverse(position ?? [0, 0], language)
  if (!placesReply.ok) return placesReply
  const places = placesReply.value.places.filter(
    ({ kind, address, distance_m = 0 }) => kind !== 'sea' && address !== undefined && distance_m <= radiusKm * 1000,
  )
  return ok({ ...placesReply.value, places })
}
