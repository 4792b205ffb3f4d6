import type { HttpRequest } from './exchange.ts'
import { toIgnoredFieldWarnings } from './unknown-fields.ts'

/**
 * Collects the warnings of a reply: those from the operation, and those about ignored request fields, which the
 * framework would otherwise add. Undefined if there are none.
 */
export function collectWarnings(
  request: Pick<HttpRequest, 'ignored'>,
  operationWarnings: readonly string[],
): readonly string[] | undefined {
  if (operationWarnings.length === 0) return undefined
  const fieldWarnings = request.ignored === null ? [] : (JSON.parse(toIgnoredFieldWarnings(request)) as string[])
  request.ignored = null
  return [...fieldWarnings, ...operationWarnings]
}
