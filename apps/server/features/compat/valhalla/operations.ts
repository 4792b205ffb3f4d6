import type { Operation } from '../../../operations/define-operation.ts'
import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { version } from '../../../platform/version.ts'
import { POINTS_PER_UNIT } from '../../road/match/limits.ts'
import { type ForeignInput, foreignOperation, unknownPathOperation } from '../foreign-operation.ts'
import { toErrorBody, toErrorReply } from './errors.ts'
import { findHeights } from './height.ts'
import { findIsochrone } from './isochrone.ts'
import { findNearestEdges } from './locate.ts'
import { findMatrix } from './matrix.ts'
import { readFields } from './request.ts'
import { findOptimizedRoute, findRoute } from './route.ts'
import { readShape } from './shape.ts'
import { traceAttributes, traceRoute } from './trace.ts'

const PATH_PREFIX = '/v1/compat/valhalla'
const CELLS_PER_UNIT = 100
const STOPS_PER_UNIT = 10

type Fields = Readonly<Record<string, unknown>>
type Handler = (call: OperationCaller, caller: Caller, fields: Fields) => Promise<ForeignReply>

const count = (list: unknown) => (Array.isArray(list) ? list.length : 0)

function countTraceUnits(fields: Fields): number {
  const shape = readShape(fields, 2)
  return shape.ok ? Math.ceil(shape.value.points.length / POINTS_PER_UNIT) : 0
}

const actions: Readonly<Record<string, { permission: string; units?: (fields: Fields) => number; handle: Handler }>> = {
  route: { permission: 'route', units: () => 1, handle: findRoute },
  sources_to_targets: {
    permission: 'matrix',
    units: ({ sources, targets }) => Math.ceil((count(sources) * count(targets)) / CELLS_PER_UNIT),
    handle: findMatrix,
  },
  optimized_route: {
    permission: 'optimize',
    units: ({ locations }) => Math.ceil(count(locations) / STOPS_PER_UNIT) + 1,
    handle: findOptimizedRoute,
  },
  isochrone: { permission: 'isochrone', units: ({ contours }) => count(contours), handle: findIsochrone },
  trace_route: { permission: 'match', units: countTraceUnits, handle: traceRoute },
  trace_attributes: { permission: 'match', units: countTraceUnits, handle: traceAttributes },
  locate: { permission: 'nearest', handle: findNearestEdges },
  height: { permission: 'elevation', handle: findHeights },
}
const ACTION_NAMES = [...Object.keys(actions), 'status']

/** Creates the operations of Valhalla's HTTP API. Requests use POST, or GET with the `json` parameter. */
export function valhallaOperations(call: OperationCaller): Operation[] {
  const operations = Object.entries(actions).flatMap(([name, { permission, units, handle }]) =>
    (['GET', 'POST'] as const).map((method) =>
      foreignOperation({
        name: `compat.valhalla.${name}`,
        method,
        path: `${PATH_PREFIX}/${name}`,
        permission,
        fastPath: true,
        toErrorBody,
        ignoresBodyType: true,
        ...(units && {
          units(input: ForeignInput) {
            const fields = readFields(input)
            return fields.ok ? units(fields.value) : 0
          },
        }),
        async handle(input, { caller }) {
          const fields = readFields(input)
          return fields.ok ? handle(call, caller, fields.value) : toErrorReply(fields.failure)
        },
      }),
    ),
  )
  return [...operations, ...statusOperations(), ...unknownActionOperations()]
}

function statusOperations(): Operation[] {
  return (['GET', 'POST'] as const).map((method) =>
    foreignOperation({
      name: 'compat.valhalla.status',
      method,
      path: `${PATH_PREFIX}/status`,
      permission: 'route',
      toErrorBody,
      handle: () => ({ status: 200, body: { version: `fairway ${version}`, available_actions: ACTION_NAMES } }),
    }),
  )
}

/** Creates the operations that reject unsupported actions. */
function unknownActionOperations(): Operation[] {
  return unknownPathOperation({
    name: 'compat.valhalla',
    path: `${PATH_PREFIX}/*`,
    permission: 'route',
    toErrorBody,
    handle: () => toErrorReply({ code: 106, detail: ACTION_NAMES.map((name) => `'/${name}'`).join(' ') }),
  })
}
