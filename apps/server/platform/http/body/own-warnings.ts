import type { HttpRequest } from './exchange.ts'
import { toIgnoredFieldWarnings } from './unknown-fields.ts'

/**
 * Collects the warnings of a reply: those of the operation and those about ignored request fields. If the operation has
 * no warnings, the framework adds the latter. In that case, this function returns undefined.
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
