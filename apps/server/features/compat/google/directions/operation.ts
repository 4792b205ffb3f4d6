import { defineOperation, type Operation } from '../../../../operations/define-operation.ts'
import { foreignReply, serializedReply } from '../../../../operations/reply.ts'
import type { OperationCaller } from '../../../../platform/http/calls.ts'
import { type Problem, pickProblems } from '../../../../platform/http/problem.ts'
import { ok, type Result } from '../../../../platform/result.ts'
import { routingProblems } from '../../../road/route/api/failures.ts'
import { INPUT_ERROR_CODE, toErrorHeaders } from '../../foreign-operation.ts'
import type { CoverageCheck } from '../place-finder.ts'
import { type DirectionsOutcome, toErrorReply, toForeignProblem } from '../refusals.ts'
import { toFailureReply } from '../reply.ts'
import { parseDirections } from '../request.ts'
import { DirectionsService } from './directions.ts'
import { DirectionsFields, DirectionsReply } from './schemas.ts'

export interface CompatOptions {
  /** Path segment that names the format. */
  readonly vendor: string
  readonly call: OperationCaller
  readonly isCovered: CoverageCheck
}

/** Failures of routes that keep their HTTP status. The format reports all other failures with status 200. */
const temporaryProblems = pickProblems(
  routingProblems,
  'engine-unavailable',
  'upstream-unavailable',
  'maps-unavailable',
)

const NO_ROUTES = { geocoded_waypoints: [], routes: [] }

/** Creates the directions operation in the format of another provider. Clients change only the base URL. */
export function directionsOperation({ vendor, call, isCovered }: CompatOptions): Operation {
  const directions = new DirectionsService(call, isCovered)
  return defineOperation({
    name: 'compat.directions',
    method: 'GET',
    path: `/v1/compat/${vendor}/directions/json`,
    access: 'open',
    fastPath: { query: true },
    docs: {
      operationId: 'compatDirections',
      tags: ['Routes'],
      summary: 'Plan road routes in the format of the Google Directions API',
      description:
        'Accepts requests and sends replies in the format of the Google Directions API, so clients need to change only the URL. Errors have HTTP status 200 with a `status`, an `error_message` and the header `X-Error-Code`; a rejected key has the status `REQUEST_DENIED`. However, temporary errors such as an exceeded rate limit (429) and unusable maps (503) keep their HTTP status and have the same fields in addition to the error object. A request whose `status` is `OK` counts as one route.',
      security: [{}, { key: [] }],
    },
    query: DirectionsFields,
    reply: { description: 'Directions.', schema: DirectionsReply },
    errors: [400, 401, 403, 502],
    forwardedFailures: [temporaryProblems],
    toForeignProblem,
    units: () => 1,
    async handle(input, context) {
      const query = parseDirections(input.query, context.now())
      const reply: Result<DirectionsOutcome, Problem> = query.ok
        ? await directions.find(context.caller, query.value)
        : ok({ body: toErrorReply(query.failure), errorCode: INPUT_ERROR_CODE })
      if (!reply.ok) return foreignReply(toFailureReply(reply.failure, NO_ROUTES))
      const { body, errorCode } = reply.value
      return serializedReply(
        JSON.stringify(body),
        errorCode === undefined ? {} : { headers: toErrorHeaders(errorCode) },
      )
    },
  })
}
