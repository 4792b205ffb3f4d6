import { joinAttributions, joinWarnings, mergeResults } from '../geocode/api/combine.ts'
import { type BatchFields, DEFAULT_BATCH_RESULTS } from './schemas.ts'

interface ItemView {
  readonly status: string
  readonly results?: readonly { readonly confidence: number; readonly id?: string | undefined }[] | undefined
  readonly reverse?: { readonly kind: string; readonly distance_m: number } | undefined
}

interface CombinableReply {
  readonly results: readonly ItemView[]
  readonly data: { readonly attribution: string }
  readonly warnings?: readonly string[] | undefined
}

/** Combines the results of the nodes of a cluster, query by query. */
export function combineBatchReplies<T extends CombinableReply>(
  replies: readonly T[],
  missingRegions: readonly string[],
  { queries, limit }: Pick<BatchFields, 'queries' | 'limit'>,
): T {
  const [first] = replies
  if (!first) throw new Error('there is no reply to combine')
  const results = first.results.map((_, index) => {
    const items = replies.flatMap((reply) => reply.results[index] ?? [])
    const queryLimit = (queries[index] as { readonly limit?: number } | undefined)?.limit
    return combineItems(items, queryLimit ?? limit ?? DEFAULT_BATCH_RESULTS)
  })
  return {
    ...first,
    results,
    data: { attribution: joinAttributions(replies.map(({ data }) => data.attribution)) },
    warnings: joinWarnings(replies, missingRegions),
  }
}

function combineItems(items: readonly ItemView[], limit: number): ItemView {
  const [first] = items
  if (!first || first.status === 'invalid') return first ?? { status: 'nothing' }
  if (first.reverse) return { ...first, reverse: items.map(({ reverse }) => reverse).reduce(chooseNearer) }
  const results = mergeResults(
    items.map((item) => item.results ?? []),
    limit,
  )
  return { ...first, status: results.length > 0 ? 'found' : 'nothing', results }
}

/**
 * Chooses the better description of a position. Only nodes with the map of a position can return its address or street.
 */
function chooseNearer(a: ItemView['reverse'], b: ItemView['reverse']): ItemView['reverse'] {
  const rank = (place: ItemView['reverse']) => (place?.kind === 'address' || place?.kind === 'street' ? 0 : 1)
  if (!a || !b) return a ?? b
  if (rank(a) !== rank(b)) return rank(a) < rank(b) ? a : b
  return b.distance_m < a.distance_m ? b : a
}
