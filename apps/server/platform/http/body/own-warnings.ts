import type { FrameRequest } from './exchange.ts'
import { warningsOf } from './unknown-fields.ts'

/**
 * What a reply must mention: what the operation has to say, and the fields of the request that were ignored, which the
 * frame would otherwise add by itself. Undefined when there is nothing.
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
