import type { Operation, OperationContext, OperationInput } from '../../operations/define-operation.ts'
import { Reply, type ReplySink } from '../../operations/reply.ts'
import { toHttpProblem } from '../../platform/http/http-problems.ts'
import { type CallTarget, callNode, failForwarded, type NodeOutcome } from './call-node.ts'
import type { ClusterDirectory } from './cluster-directory.ts'

/** Maximum number of nodes of one region that a request tries. */
const MAX_ATTEMPTS = 3

/**
 * Runs an operation on the nodes of a region, one after another, until one answers. The last answer is returned if all
 * nodes are busy or answer with one of `nodeCodes`.
 */
export async function askRegion(
  cluster: ClusterDirectory,
  target: Omit<CallTarget, 'node'> & { readonly region: string },
  operation: Operation,
  input: OperationInput,
  context: OperationContext,
): Promise<NodeOutcome> {
  const { region } = target
  const triedIds = new Set<string>()
  let lastOutcome: NodeOutcome | undefined
  for (let round = 0; round < 2; round++) {
    for (const node of cluster.listNodes(region)) {
      if (triedIds.has(node.id) || triedIds.size >= MAX_ATTEMPTS) continue
      triedIds.add(node.id)
      const outcome = await callNode(cluster, { ...target, node }, operation, input, context)
      if (outcome === undefined) continue
      lastOutcome = outcome
      if (!mayAnotherNodeHelp(outcome, operation.regional?.nodeCodes ?? [])) return outcome
    }
    if (lastOutcome) return lastOutcome
    // A node may have been replaced since the nodes were last read from Redis.
    if (round === 0) await cluster.refresh()
  }
  return failForwarded(toHttpProblem({ kind: 'region-unavailable', region }))
}

function mayAnotherNodeHelp(outcome: NodeOutcome, nodeCodes: readonly string[]): boolean {
  if (outcome instanceof Reply) return false
  const { status, code } = outcome.failure.problem
  return status === 503 || nodeCodes.includes(code)
}

/** Reads the body of a reply without sending it. */
export async function readReplyBody(reply: Reply): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const sink: ReplySink = {
    copiesBody: true,
    needsWholeBody: true,
    header: () => undefined,
    code: () => undefined,
    type: () => undefined,
    send: (body) => resolve(body),
  }
  reply.sendTo(sink)
  return await promise
}
