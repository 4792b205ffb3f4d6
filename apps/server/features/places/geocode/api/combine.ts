import type { Static } from 'typebox'
import type { GeocodeReply, GeocodeResultSchema } from './schemas.ts'
import { DEFAULT_RESULTS } from './schemas.ts'

type ReplyBody = Static<typeof GeocodeReply>
type CombinableReply = Pick<ReplyBody, 'query' | 'data'> & {
  readonly results: readonly CombinableResult[]
  readonly warnings?: readonly string[] | undefined
}
type CombinableResult = Pick<Static<typeof GeocodeResultSchema>, 'confidence'> & { readonly id?: string | undefined }

/** Combines the results of the nodes of a cluster. */
export function combineGeocodeReplies<T extends CombinableReply>(
  replies: readonly T[],
  missingRegions: readonly string[],
  limit = DEFAULT_RESULTS,
): T {
  const [first] = replies
  if (!first) throw new Error('there is no reply to combine')
  const results = mergeResults(
    replies.map((reply) => reply.results as T['results'][number][]),
    limit,
  )
  return {
    ...first,
    results,
    data: { attribution: joinAttributions(replies.map(({ data }) => data.attribution)) },
    warnings: joinWarnings(replies, missingRegions),
  }
}

/**
 * Merges the results of multiple nodes. The order within each node is kept, because it reflects more than the
 * confidence. The next results of the nodes are compared by confidence. A place that multiple nodes return appears
 * once.
 */
export function mergeResults<R extends CombinableResult>(lists: readonly (readonly R[])[], limit: number): R[] {
  const next = lists.map(() => 0)
  const ids = new Set<string>()
  const merged: R[] = []
  while (merged.length < limit) {
    const heads = lists.map((list, index) => list[next[index] ?? 0])
    let bestHead = -1
    heads.forEach((head, index) => {
      if (head && (bestHead === -1 || head.confidence > (heads[bestHead]?.confidence ?? 0))) bestHead = index
    })
    const result = heads[bestHead]
    if (!result) break
    next[bestHead] = (next[bestHead] ?? 0) + 1
    if (result.id !== undefined && ids.has(result.id)) continue
    if (result.id !== undefined) ids.add(result.id)
    merged.push(result)
  }
  return merged
}

export function joinAttributions(attributions: readonly string[]): string {
  const names = attributions.flatMap((attribution) => attribution.split('; ')).filter((name) => name !== '')
  return [...new Set(names)].join('; ')
}

export function joinWarnings(
  replies: readonly { readonly warnings?: readonly string[] | undefined }[],
  missingRegions: readonly string[],
): string[] {
  const regions = missingRegions.map(
    (region) => `places in the map ${region} are missing, because no server that has it responds; try again later`,
  )
  return [...new Set([...replies.flatMap(({ warnings = [] }) => warnings), ...regions])]
}
