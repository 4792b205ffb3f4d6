import type { HttpRequest } from './exchange.ts'
import { toIgnoredFieldWarnings } from './unknown-fields.ts'

/**
 * Collects the warnings of a reply: those of the operation and those about ignored request fields. The framework would
 * otherwise add the latter. Returns undefined if there are no warnings.
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
