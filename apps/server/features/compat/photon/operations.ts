import type { Operation } from '../../../operations/define-operation.ts'
import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import { ok, type Result } from '../../../platform/result.ts'
import { foreignOperation, toForeignFailure, unknownPathOperation } from '../foreign-operation.ts'
import { type FoundPlaces, PlaceCalls } from '../places/place-calls.ts'
import { toFeatureCollection } from './format.ts'
import { type PhotonQuery, parsePhotonQuery } from './query.ts'

const PATH_PREFIX = '/v1/compat/photon'
/** Number of results to request with a filter. The filter may remove some. */
const FILTERED_CANDIDATES = 20
/** Failure codes of searches that cannot match anything. In this format, such a search returns an empty list. */
const EMPTY_CODES = ['query-too-short', 'country-unknown', 'position-zero']

const toErrorBody = ({ body }: Problem): object => ({ message: body.detail })

/** Creates the operations of Photon's HTTP API. */
export function photonOperations(call: OperationCaller): Operation[] {
  const define = (
    service: 'api' | 'reverse',
    permission: string,
    find: (calls: PlaceCalls, query: PhotonQuery) => Promise<Result<FoundPlaces, Problem>>,
  ): Operation =>
    foreignOperation({
      name: `compat.photon.${service}`,
      method: 'GET',
      path: `${PATH_PREFIX}/${service}`,
      permission,
      toErrorBody,
      async handle(input, { caller }): Promise<ForeignReply> {
        const query = parsePhotonQuery(input, service)
        if (!query.ok) return { status: 400, body: { message: query.failure } }
        const calls = new PlaceCalls(call, caller)
        const placesReply = await find(calls, query.value)
        if (!placesReply.ok) {
          if (EMPTY_CODES.includes(placesReply.failure.code)) return { status: 200, body: toFeatureCollection([]) }
          const status = placesReply.failure.status === 422 ? 400 : placesReply.failure.status
          return toForeignFailure(placesReply.failure, status, toErrorBody(placesReply.failure))
        }
        const tagged = await calls.addTags(placesReply.value.places, query.value.language)
        const places = tagged.filter(query.value.accepts).slice(0, query.value.limit)
        return { status: 200, body: toFeatureCollection(places) }
      },
    })
  const unknownPathHandler = unknownPathOperation({
    name: 'compat.photon',
    path: `${PATH_PREFIX}/*`,
    permission: 'geocode',
    toErrorBody,
    handle: () => ({ status: 404, body: { message: 'There is nothing at this path; use api or reverse.' } }),
  })
  return [define('api', 'geocode', search), define('reverse', 'reverse', reverse), ...unknownPathHandler]
}

function search(calls: PlaceCalls, query: PhotonQuery): Promise<Result<FoundPlaces, Problem>> {
  const { text, limit, position, countries, language, isFiltered } = query
  const words = { q: text }
  const candidates = isFiltered ? Math.max(FILTERED_CANDIDATES, limit) : limit
  return calls.search({ words, limit: candidates, near: position, countries, language })
}

async function reverse(
  calls: PlaceCalls,
  { position, language, radiusKm }: PhotonQuery,
): Promise<Result<FoundPlaces, Problem>> {
  const placesReply = await calls.reverse(position ?? [0, 0], language)
  if (!placesReply.ok) return placesReply
  const maxMeters = radiusKm === undefined ? Number.POSITIVE_INFINITY : radiusKm * 1000
  const places = placesReply.value.places.filter(
    ({ kind, address, distance_m = 0 }) => kind !== 'sea' && address !== undefined && distance_m <= maxMeters,
  )
  return ok({ ...placesReply.value, places })
}
