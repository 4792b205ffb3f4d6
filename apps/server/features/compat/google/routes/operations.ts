import type { Operation } from '../../../../operations/define-operation.ts'
import type { ForeignReply } from '../../../../operations/reply.ts'
import { type ForeignInput, foreignOperation } from '../../foreign-operation.ts'
import type { CompatOptions } from '../directions/operation.ts'
import { computeRouteMatrix } from './compute-route-matrix.ts'
import { computeRoutes, type RoutesContext } from './compute-routes.ts'
import { toErrorBody, toErrorReply } from './errors.ts'
import { type FieldMask, findUnknownPath, parseFieldMask } from './field-mask.ts'
import { type Fields, isFields } from './request.ts'

const CELLS_PER_UNIT = 100
const POLYLINE_FIELDS = 'polyline.encodedPolyline,polyline.geoJsonLinestring'
const below = (prefix: string, paths: string) =>
  paths
    .split(',')
    .map((path) => `${prefix}.${path}`)
    .join(',')

/** All fields of the format, including fields that Fairway never returns. */
const ROUTE_FIELDS = parseFieldMask(
  [
    below(
      'routes',
      `routeLabels,distanceMeters,duration,staticDuration,${POLYLINE_FIELDS},description,warnings,viewport,travelAdvisory,localizedValues,optimizedIntermediateWaypointIndex,routeToken,polylineDetails`,
    ),
    below(
      'routes.legs',
      `distanceMeters,duration,staticDuration,${POLYLINE_FIELDS},startLocation,endLocation,travelAdvisory,localizedValues,stepsOverview`,
    ),
    below(
      'routes.legs.steps',
      `distanceMeters,staticDuration,${POLYLINE_FIELDS},startLocation,endLocation,navigationInstruction,travelAdvisory,localizedValues,transitDetails,travelMode`,
    ),
    'geocodingResults,fallbackInfo',
  ].join(','),
)
const MATRIX_FIELDS = parseFieldMask(
  'originIndex,destinationIndex,status,condition,distanceMeters,duration,staticDuration,travelAdvisory,fallbackInfo,localizedValues',
)

interface RoutesMethod {
  /** Last part of the path. */
  readonly path: string
  readonly name: string
  readonly permission: string
  readonly fields: FieldMask | undefined
  readonly example: string
  units(body: unknown): number
  handle(fields: Fields, mask: FieldMask, context: RoutesContext): Promise<ForeignReply>
}

const methods: readonly RoutesMethod[] = [
  {
    path: 'directions',
    name: 'computeRoutes',
    permission: 'route',
    fields: ROUTE_FIELDS,
    example: 'routes.duration,routes.distanceMeters,routes.polyline.encodedPolyline',
    units: () => 1,
    handle: computeRoutes,
  },
  {
    path: 'distanceMatrix',
    name: 'computeRouteMatrix',
    permission: 'matrix',
    fields: MATRIX_FIELDS,
    example: 'originIndex,destinationIndex,duration,distanceMeters,status,condition',
    units: countMatrixUnits,
    handle: computeRouteMatrix,
  },
]

/** Returns whether a path after the prefix of the format belongs to the Routes API. */
export function isRoutesPath(path: string): boolean {
  return methods.some(({ path: start, name }) => path === `${start}/v2:${name}`)
}

/** Creates the operations of the Routes API, whose paths contain a colon, such as directions/v2:computeRoutes. */
export function routesOperations({ vendor, call, isCovered }: CompatOptions): Operation[] {
  return methods.map(({ path, name, permission, fields: knownFields, example, units, handle }) =>
    foreignOperation({
      name: `compat.${name}`,
      method: 'POST',
      path: `/v1/compat/${vendor}/${path}/*`,
      permission,
      toErrorBody,
      units: ({ body, path: method }) => (method === `v2:${name}` ? units(body) : 0),
      async handle(input, context) {
        if (input.path !== `v2:${name}`) return toErrorReply(`There is nothing at this path; use v2:${name}`, 404)
        const mask = readMask(input)
        if (mask === undefined)
          return toErrorReply(
            `FieldMask is a required parameter. Give it in the X-Goog-FieldMask header or the 'fields' parameter. For example, give ${example}, or give * for all fields.`,
          )
        const unknownPath = findUnknownPath(mask, knownFields ?? true)
        if (unknownPath !== undefined)
          return toErrorReply(
            `Error expanding 'fields' parameter. Cannot find matching fields for path '${unknownPath.slice(0, 100)}'.`,
          )
        if (!isFields(input.body)) return toErrorReply('The body must be a JSON object')
        return handle(input.body, mask, { call, caller: context.caller, isCovered, nowMs: context.now() })
      },
    }),
  )
}

function readMask({ headers, query }: ForeignInput): FieldMask | undefined {
  const fieldMask = headers['x-goog-fieldmask'] ?? query.fields ?? query.$fields
  return parseFieldMask(typeof fieldMask === 'string' ? fieldMask : undefined)
}

function countMatrixUnits(body: unknown): number {
  const { origins, destinations } = isFields(body) ? body : {}
  const count = (list: unknown) => (Array.isArray(list) ? list.length : 0)
  return Math.ceil((count(origins) * count(destinations)) / CELLS_PER_UNIT)
}
