import type { Operation } from '../../../operations/define-operation.ts'
import type { ForeignReply } from '../../../operations/reply.ts'
import { type ForeignInput, foreignOperation, unknownPathOperation } from '../foreign-operation.ts'
import { PlaceCalls } from '../places/place-calls.ts'
import type { CompatOptions } from './directions/operation.ts'
import { findDistanceMatrix } from './distance-matrix.ts'
import { findElevations } from './elevation.ts'
import { findAddresses } from './geocode.ts'
import { splitPlaces } from './place-input.ts'
import { findNearbyPlaces, findPlaceDetails } from './places.ts'
import { hasOkStatus } from './refusals.ts'
import { readParameters, toErrorBody, toErrorReply } from './reply.ts'
import { toMethodReply } from './routes/errors.ts'
import { isRoutesPath } from './routes/operations.ts'

const CELLS_PER_UNIT = 100
const NO_ROWS = { origin_addresses: [], destination_addresses: [], rows: [] }
const NO_RESULTS = { results: [] }
const UNKNOWN_PATH =
  'There is nothing at this path; use directions/json, distancematrix/json, elevation/json, geocode/json, place/nearbysearch/json or place/details/json'

type Values = Readonly<Record<string, string>>

/** Creates the operations of the Google Maps APIs other than directions. */
export function googleOperations({ vendor, call, isCovered }: CompatOptions): Operation[] {
  const define = (
    path: string,
    permission: string,
    empty: object,
    handle: (values: Values, context: Parameters<Operation['handle']>[1]) => Promise<ForeignReply>,
    units?: (input: ForeignInput) => number,
  ): Operation =>
    foreignOperation({
      name: `compat.${path.replaceAll('/', '.')}`,
      method: 'GET',
      path: `/v1/compat/${vendor}/${path}/json`,
      permission,
      toErrorBody: toErrorBody(empty),
      hasOkStatus,
      ...(units && { units }),
      async handle({ query }, context) {
        const { values, error } = readParameters(query)
        return error === undefined ? handle(values, context) : toErrorReply('INVALID_REQUEST', error, empty)
      },
    })
  return [
    define(
      'distancematrix',
      'matrix',
      NO_ROWS,
      (values, context) =>
        findDistanceMatrix(values, { call, caller: context.caller, isCovered, nowMs: context.now() }),
      countMatrixUnits,
    ),
    define('elevation', 'elevation', NO_RESULTS, (values, { caller }) => findElevations(values, call, caller)),
    define('geocode', 'geocode', NO_RESULTS, (values, { caller }) =>
      findAddresses(values, new PlaceCalls(call, caller)),
    ),
    define('place/nearbysearch', 'nearby', NO_RESULTS, (values, { caller }) => findNearbyPlaces(values, call, caller)),
    define('place/details', 'getPlace', {}, (values, { caller }) => findPlaceDetails(values, call, caller)),
    ...unknownPathOperation({
      name: 'compat.google',
      path: `/v1/compat/${vendor}/*`,
      permission: 'route',
      toErrorBody: toErrorBody({}),
      hasOkStatus,
      handle: ({ path }, { method }) =>
        isRoutesPath(path)
          ? toMethodReply(method)
          : { ...toErrorReply('INVALID_REQUEST', UNKNOWN_PATH, {}), status: 404 },
    }),
  ]
}

function countMatrixUnits({ query }: ForeignInput): number {
  const count = (list: ForeignInput['query'][string] | undefined) =>
    typeof list === 'string' ? splitPlaces(list).length : 0
  return Math.ceil((count(query.origins) * count(query.destinations)) / CELLS_PER_UNIT)
}
