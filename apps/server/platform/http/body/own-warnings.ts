import type { FrameRequest } from './exchange.ts'
import { warningsOf } from './unknown-fields.ts'

/**
 * Collects the warnings of a reply: those of the operation and the ignored request fields, which the framework would
 * otherwise add. Undefined if there are none.
 */
export function takeWarnings(
  request: Pick<FrameRequest, 'ignored'>,
  own: readonly string[],
): readonly string[] | undefined {
  if (own.length === 0) return undefined
  const ignored = request.ignored === null ? [] : (JSON.parse(warningsOf(request)) as string[])
  request.ignored = null
  return [...ignored, ...own]
}
