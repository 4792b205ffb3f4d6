import type { Operation, OperationContext } from '../../../operations/define-operation.ts'
import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import { version } from '../../../platform/version.ts'
import { foreignOperation, unknownPathOperation } from '../foreign-operation.ts'
import type { NativePlace } from '../places/native-place.ts'
import { PlaceCalls } from '../places/place-calls.ts'
import { toErrorBody, toErrorReply } from './errors.ts'
import { formatPlaces } from './format.ts'
import { Parameters } from './query.ts'
import { findPlaceAt } from './reverse.ts'
import { findPlaces, readFormatOptions } from './search.ts'

const PATH_PREFIX = '/v1/compat/nominatim'
const MAX_LOOKUPS = 50
const ATTRIBUTION = '© OpenStreetMap contributors (ODbL 1.0)'

/** Creates the operations of Nominatim's HTTP API. */
export function nominatimOperations(call: OperationCaller): Operation[] {
  const define = (
    name: string,
    permission: string,
    handle: (parameters: Parameters, calls: PlaceCalls, context: OperationContext) => Promise<ForeignReply>,
  ): Operation =>
    foreignOperation({
      name: `compat.nominatim.${name}`,
      method: 'GET',
      path: `${PATH_PREFIX}/${name}`,
      permission,
      toErrorBody,
      handle: (input, context) => handle(new Parameters(input), new PlaceCalls(call, context.caller), context),
    })
  return [
    define('search', 'geocode', findPlaces),
    define('reverse', 'reverse', findPlaceAt),
    define('lookup', 'getPlace', lookup),
    define('status', 'geocode', showStatus),
    ...unknownPathOperation({
      name: 'compat.nominatim',
      path: `${PATH_PREFIX}/*`,
      permission: 'geocode',
      toErrorBody,
      handle: () => toErrorReply('There is nothing at this path; use search, reverse, lookup or status.', 404),
    }),
  ]
}

/** Finds places by their OpenStreetMap ids, such as N123,W456. Unknown ids are omitted. */
async function lookup(parameters: Parameters, calls: PlaceCalls): Promise<ForeignReply> {
  const format = parameters.getFormat('jsonv2')
  if (!format.ok) return toErrorReply(format.failure)
  const ids = (parameters.get('osm_ids') ?? '').split(',').flatMap((osmId) => toPlaceId(osmId.trim()))
  if (ids.length > MAX_LOOKUPS) return toErrorReply('Too many object IDs.')
  const { language } = parameters
  const places = await Promise.all(ids.map((id) => calls.find(id, language)))
  const foundPlaces = places.filter((place): place is NativePlace => place !== undefined)
  const options = { ...readFormatOptions(parameters, true), format: format.value, attribution: ATTRIBUTION }
  return { status: 200, body: formatPlaces(foundPlaces, options, false) }
}

const typeByLetter: Readonly<Record<string, string>> = { N: 'node', W: 'way', R: 'relation' }

function toPlaceId(osmId: string): string[] {
  const [, letter, digits] = /^([nwr])(\d{1,16})$/i.exec(osmId) ?? []
  const type = typeByLetter[letter?.toUpperCase() ?? '']
  return type === undefined ? [] : [`${type}/${digits}`]
}

async function showStatus(parameters: Parameters): Promise<ForeignReply> {
  const format = parameters.get('format') ?? 'text'
  if (format === 'text') return { status: 200, body: 'OK', type: 'text/plain; charset=utf-8' }
  if (format === 'json')
    return { status: 200, body: { status: 0, message: 'OK', software_version: `fairway ${version}` } }
  return toErrorReply("Parameter 'format' must be one of: text, json")
}
