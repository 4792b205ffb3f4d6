import { createUnknownFieldFinder, toIgnoredFieldWarnings } from '../../../platform/http/body/unknown-fields.ts'
import type { SchemaCheck } from '../../../platform/http/body/validation.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { batchKind } from './batch-kind.ts'
import type { JobKind } from './job-kind.ts'
import type { KindOptions } from './kind-options.ts'
import { listKind } from './list-kind.ts'
import { type MatrixKindOptions, matrixKind } from './matrix-kind.ts'
import { singleKind } from './single-kind.ts'

type Operations = Pick<HttpServer, 'callOperation' | 'findOperation' | 'check'>

/** Field that contains a list of requests, by operation. */
const listFields: Readonly<Record<string, string>> = { match: 'traces', isochrone: 'requests' }

/** Creates the function that chooses the job kind for a request. */
export function createKinds(
  http: Operations,
  matrix: Omit<MatrixKindOptions, 'limitOf'>,
): (operation: string, body: object) => JobKind {
  const options: KindOptions = {
    call: http.callOperation,
    checkBody: createBodyCheck(http),
    countUnits: (operation, body, caller) =>
      http.findOperation(operation).units?.({ params: {}, query: {}, headers: {}, body }, caller) ?? 0,
  }
  const kinds: Readonly<Record<string, JobKind>> = {
    matrix: matrixKind(options, {
      ...matrix,
      limitOf: (caller) => (caller.kind === 'account' ? caller.terms.matrixPoints : 0),
    }),
    geocodeBatch: batchKind(options),
    optimize: singleKind('optimize', options),
    match: singleKind('match', options),
    isochrone: singleKind('isochrone', options),
  }
  const lists = Object.fromEntries(
    Object.entries(listFields).map(([operation, field]) => [operation, listKind(operation, field, options)]),
  )
  return (operation, body) => {
    const field = listFields[operation]
    const kind = field !== undefined && field in body ? lists[operation] : kinds[operation]
    if (!kind) throw new Error(`there is no kind of job for ${operation}`)
    return kind
  }
}

/** Creates the body check. Schemas are compiled on first use. */
function createBodyCheck({ findOperation, check }: Operations): KindOptions['checkBody'] {
  const checks = new Map<string, SchemaCheck>()
  return (operationId, body) => {
    const cachedCheck = checks.get(operationId)
    if (cachedCheck) return cachedCheck(body)?.message
    const operation = findOperation(operationId)
    const bodyCheck = check(operation.looseBody ?? operation.body ?? {}, 'body')
    checks.set(operationId, bodyCheck)
    return bodyCheck(body)?.message
  }
}

/** Lists warnings about unknown fields. The replies of other operations contain their own warnings. */
export function listIgnoredFields({ findOperation }: Operations, operation: string, body: object): readonly string[] {
  if (operation !== 'matrix') return []
  const ignoredFields = createUnknownFieldFinder({ body: findOperation(operation).body ?? {} })({ body, query: {} })
  return ignoredFields ? (JSON.parse(toIgnoredFieldWarnings({ ignored: ignoredFields })) as string[]) : []
}
