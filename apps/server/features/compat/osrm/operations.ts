import type { Operation } from '../../../operations/define-operation.ts'
import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { POINTS_PER_UNIT } from '../../road/match/limits.ts'
import { type ForeignInput, foreignOperation, unknownPathOperation } from '../foreign-operation.ts'
import { toErrorBody, toErrorReply } from './errors.ts'
import { takeCoordinates } from './request/coordinates.ts'
import { Cursor } from './request/cursor.ts'
import { type OsrmUrl, parseUrl } from './request/url.ts'
import { findMatch } from './services/match.ts'
import { findNearest } from './services/nearest.ts'
import { findRoute } from './services/route.ts'
import { findTable } from './services/table.ts'
import { findTrip } from './services/trip.ts'

const PATH_PREFIX = '/v1/compat/osrm'
const API_VERSION = 1

interface OsrmService {
  readonly permission: string
  /**
   * Returns the quota units for a number of coordinates, as for the underlying operation. By default, the service costs
   * no units.
   */
  units?(coordinates: number, query: ForeignInput['query']): number
  find(call: OperationCaller, caller: Caller, url: OsrmUrl): Promise<ForeignReply>
}

const services: Readonly<Record<string, OsrmService>> = {
  route: { permission: 'route', units: () => 1, find: findRoute },
  match: {
    permission: 'match',
    units: (coordinates) => Math.max(1, Math.ceil(coordinates / POINTS_PER_UNIT)),
    find: findMatch,
  },
  nearest: { permission: 'nearest', find: findNearest },
  table: { permission: 'matrix', units: countTableUnits, find: findTable },
  trip: { permission: 'optimize', units: (coordinates) => Math.ceil(coordinates / 10) + 1, find: findTrip },
}

/** Creates the operations of OSRM's HTTP API, version 1. */
export function osrmOperations(call: OperationCaller): Operation[] {
  const serviceOperations = Object.entries(services).map(([name, { permission, units, find }]) =>
    foreignOperation({
      name: `compat.osrm.${name}`,
      method: 'GET',
      path: `${PATH_PREFIX}/${name}/*`,
      permission,
      fastPath: true,
      ...(units && { units: ({ path, query }) => units(countCoordinates(path), query) }),
      toErrorBody,
      async handle(_input, { caller, url: address }) {
        const url = parseUrl(address.slice(PATH_PREFIX.length))
        if (!url.ok) return toErrorReply(url.failure)
        if (url.value.version !== API_VERSION)
          return toErrorReply({ code: 'InvalidVersion', message: `Service ${name} not found!` })
        return find(call, caller, url.value)
      },
    }),
  )
  return [...serviceOperations, ...unknownServiceOperations()]
}

/** Creates operations for paths without a service and for services called with POST. */
function unknownServiceOperations(): Operation[] {
  return unknownPathOperation({
    name: 'compat.osrm',
    path: `${PATH_PREFIX}/*`,
    permission: 'route',
    toErrorBody,
    handle(_input, { url: address }) {
      const url = parseUrl(address.slice(PATH_PREFIX.length))
      if (!url.ok) return toErrorReply(url.failure)
      const { service } = url.value
      if (Object.hasOwn(services, service))
        return toErrorReply({ code: 'NotImplemented', message: 'POST is not available; use GET' })
      return toErrorReply({ code: 'InvalidService', message: `Service ${service} not found!` })
    },
  })
}

/**
 * Counts the coordinates of a path of the form `v1/driving/…`. A malformed list is rejected later and costs nothing.
 */
function countCoordinates(path: string): number {
  const start = path.indexOf('/', path.indexOf('/') + 1) + 1
  return takeCoordinates(new Cursor(path, start))?.length ?? 0
}

function countTableUnits(coordinates: number, query: ForeignInput['query']): number {
  const countIndexes = (list: string | readonly string[] | undefined) =>
    typeof list !== 'string' || list === 'all' ? coordinates : list.split(';').length
  return Math.ceil((countIndexes(query.sources) * countIndexes(query.destinations)) / 100)
}
