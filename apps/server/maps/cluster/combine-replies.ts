import type {
  Operation,
  OperationContext,
  OperationInput,
  OperationOutcome,
} from '../../operations/define-operation.ts'
import { Reply, serializedReply } from '../../operations/reply.ts'
import { collectWarnings } from '../../platform/http/body/own-warnings.ts'
import type { RegionDirectory } from '../regions/region-directory.ts'
import { readReplyBody } from './ask-region.ts'
import { type CallTarget, callNode } from './call-node.ts'
import type { ClusterDirectory } from './cluster-directory.ts'

export interface SpreadOptions {
  readonly cluster: ClusterDirectory
  readonly regions: RegionDirectory
  /** Margin around a map within which a position may still be near a road, in degrees. */
  readonly marginDegrees: number
}

export type CombineReplies = (
  replies: readonly unknown[],
  missing: readonly string[],
  input: OperationInput,
) => { readonly warnings?: readonly string[] }

/** Runs an operation here and on one node of each region that this node does not have, and combines the replies. */
export async function combineReplies(
  operation: Operation,
  combine: CombineReplies,
  input: OperationInput,
  context: OperationContext,
  { cluster, regions }: Pick<SpreadOptions, 'cluster' | 'regions'>,
): Promise<OperationOutcome> {
  const names = regions.listRemote().map(({ handle }) => handle.region)
  const outcome = await operation.handle(input, context)
  if (!(outcome instanceof Reply) || names.length === 0) return outcome
  const localReply = await readReply(outcome)
  // The local reply reports the ignored fields, so the other nodes do not.
  const { ignored } = context
  context.ignored = null
  const remoteReplies: unknown[] = []
  const missingRegions: string[] = []
  const ask = async (target: CallTarget, servedRegions: readonly string[]): Promise<void> => {
    const answer = await callNode(cluster, target, operation, input, context)
    if (answer instanceof Reply) remoteReplies.push(await readReply(answer))
    else missingRegions.push(...servedRegions)
  }
  const { targets, unservedRegions } = chooseNodes(cluster, names)
  await Promise.all(targets.map(({ target, servedRegions }) => ask(target, servedRegions)))
  const combinedReply = combine([localReply, ...remoteReplies], [...unservedRegions, ...missingRegions].sort(), input)
  context.ignored = ignored
  const warnings = collectWarnings(context, combinedReply.warnings ?? [])
  return serializedReply(JSON.stringify({ ...combinedReply, warnings }))
}

/** Chooses a small number of nodes that together serve the regions. */
function chooseNodes(cluster: SpreadOptions['cluster'], names: readonly string[]) {
  const targets: { readonly target: CallTarget; readonly servedRegions: readonly string[] }[] = []
  const unservedRegions: string[] = []
  const chosenRegions = new Set<string>()
  for (const name of names) {
    if (chosenRegions.has(name)) continue
    const [node] = cluster.listNodes(name)
    if (!node) {
      unservedRegions.push(name)
      continue
    }
    const servedRegions = node.regions.map(({ region }) => region).filter((region) => names.includes(region))
    for (const region of servedRegions) chosenRegions.add(region)
    targets.push({ target: { node, region: name, needsWholeReply: true }, servedRegions })
  }
  return { targets, unservedRegions }
}

/** Reads a JSON reply without sending it. */
async function readReply(reply: Reply): Promise<unknown> {
  const body = await readReplyBody(reply)
  if (typeof body === 'string') return JSON.parse(body)
  return body instanceof Uint8Array ? JSON.parse(Buffer.from(body).toString('utf8')) : body
}
