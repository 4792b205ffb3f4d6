import type { ForeignReply } from '../../../operations/reply.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import { toForeignFailure } from '../foreign-operation.ts'

/** Valhalla errors that Fairway uses, by code. */
const valhallaErrors = {
  100: 'Failed to parse json request',
  106: 'Try any of',
  107: 'Not Implemented',
  110: "Insufficiently specified required parameter 'locations'",
  111: "Insufficiently specified required parameter 'time' or 'distance'",
  112: "Insufficiently specified required parameter 'locations' or 'sources & targets'",
  113: "Insufficiently specified required parameter 'contours'",
  114: "Insufficiently specified required parameter 'shape' or 'encoded_polyline'",
  120: 'Insufficient number of locations provided',
  121: 'Insufficient number of sources provided',
  122: 'Insufficient number of targets provided',
  123: 'Insufficient shape provided',
  124: 'No edge/node costing provided',
  125: 'No costing method found',
  130: 'Failed to parse location',
  131: 'Failed to parse source',
  132: 'Failed to parse target',
  134: 'Failed to parse shape',
  137: 'Failed to parse polygon',
  150: 'Exceeded max locations',
  151: 'Exceeded max time',
  152: 'Exceeded max contours',
  153: 'Too many shape points',
  160: 'Date and time required for origin for date_type of depart at',
  161: 'Date and time required for destination for date_type of arrive by',
  162: 'Date and time is invalid.  Format is YYYY-MM-DDTHH:MM',
  163: 'Invalid date_type',
  164: 'Invalid shape format',
  166: 'Exceeded max distance',
  170: 'Locations are in unconnected regions. Go check/edit the map at osm.org',
  171: 'No suitable edges near location',
  199: 'Unknown',
  442: 'No path could be found for input',
  444: 'Map Match algorithm failed to find path',
  445: 'Shape match algorithm specification in api request is incorrect. Please see documentation for valid shape_match input.',
} as const
export type ValhallaCode = keyof typeof valhallaErrors

export interface ValhallaError {
  readonly code: ValhallaCode
  /** Text appended to the error message. */
  readonly detail?: string
}

const reasonByStatus: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Payload Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}
const statusByCode: Partial<Record<ValhallaCode, number>> = { 106: 404, 107: 501, 199: 500 }

export function toErrorReply({ code, detail }: ValhallaError): ForeignReply {
  return { status: statusByCode[code] ?? 400, body: toBody(code, detail, statusByCode[code] ?? 400) }
}

function toBody(code: ValhallaCode, detail: string | undefined, status: number): object {
  const error = detail === undefined ? valhallaErrors[code] : `${valhallaErrors[code]}: ${detail}`
  return { error_code: code, error, status_code: status, status: reasonByStatus[status] ?? 'Error' }
}

export function toErrorBody({ status, body }: Problem): object {
  return { ...toBody(199, undefined, status), error: body.detail }
}

const codeByProblem: Readonly<Record<string, ValhallaCode>> = {
  'not-snapped': 171,
  'outside-maps': 171,
  'null-island': 171,
  'points-not-snapped': 171,
  'points-outside-maps': 171,
  'across-maps': 170,
  'no-path': 442,
  'blocked-by-constraints': 442,
  'roads-closed': 442,
  'upstream-no-route': 442,
  'too-many-points': 150,
  'too-many-stops': 150,
}

/** Converts a failure of the called operation. Failures without a Valhalla code keep Fairway's message. */
export function toFailureReply(problem: Problem): ForeignReply {
  const { status, code, body } = problem
  if (status !== 422) return toForeignFailure(problem, status, { ...toErrorBody(problem), ...body })
  const knownCode = codeByProblem[code]
  return toForeignFailure(
    problem,
    400,
    knownCode === undefined
      ? { ...toBody(199, undefined, 400), error: body.detail }
      : toBody(knownCode, undefined, 400),
  )
}
