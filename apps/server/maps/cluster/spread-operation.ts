import type {
  Operation,
  OperationContext,
  OperationInput,
  OperationOutcome,
  Regional,
} from '../../operations/define-operation.ts'
import { Reply } from '../../operations/reply.ts'
import { toHttpProblem } from '../../platform/http/http-problems.ts'
import type { Failure, Problem } from '../../platform/http/problem.ts'
import type { KnownMap } from '../regions/region-directory.ts'
import { askRegion } from './ask-region.ts'
import { callNode, type ForwardedFailure, failForwarded } from './call-node.ts'
import { type CombineReplies, combineReplies, type SpreadOptions } from './combine-replies.ts'

/** Returns an operation that other nodes of the cluster run if this node does not have the map. */
export function spreadOperation(operation: Operation, options: SpreadOptions): Operation {
  const { regional } = operation
  if (!regional) return operation
  return {
    ...operation,
    handle(input, context) {
      if (options.cluster.isAlone) return operation.handle(input, context)
      if (regional.combine)
        return combineReplies(operation, regional.combine.bind(regional) as CombineReplies, input, context, options)
      return new SpreadCall(operation, regional, options, input, context).run()
    },
    toProblem: (failure) =>
      isForwarded(failure) ? failure.problem : operation.toProblem(failure as Parameters<Operation['toProblem']>[0]),
  }
}

/** One call of an operation in the cluster. */
class SpreadCall {
  private readonly operation: Operation
  private readonly regional: Regional
  private readonly options: SpreadOptions
  private readonly input: OperationInput
  private readonly context: OperationContext
  /** First failure, which explains best why no map can answer. */
  private firstFailure: OperationOutcome | undefined

  constructor(
    operation: Operation,
    regional: Regional,
    options: SpreadOptions,
    input: OperationInput,
    context: OperationContext,
  ) {
    this.operation = operation
    this.regional = regional
    this.options = options
    this.input = input
    this.context = context
  }

  async run(): Promise<OperationOutcome> {
    const { cluster, regions } = this.options
    const positions = this.regional.positions?.(this.input)
    const coversPositions = (map: KnownMap) => positions !== undefined && this.coversAll(map, positions)
    const remoteMaps =
      positions === undefined || positions.length === 0 ? [] : regions.listRemote().filter(coversPositions)
    if (remoteMaps.length === 0 || regions.list().some(coversPositions)) {
      const outcome = await this.operation.handle(this.input, this.context)
      const code = this.findCode(outcome)
      if (code !== undefined && this.regional.nodeCodes?.includes(code)) return await this.askNodes(outcome)
      if (code === undefined || !this.regional.mapCodes?.includes(code)) return outcome
      this.firstFailure = outcome
    }
    for (const { handle } of remoteMaps) {
      const outcome = await askRegion(cluster, { region: handle.region }, this.operation, this.input, this.context)
      const code = this.findCode(outcome)
      if (code === undefined || !this.regional.mapCodes?.includes(code)) return this.firstFailure ?? outcome
      this.firstFailure ??= outcome
    }
    return this.firstFailure ?? failForwarded(toHttpProblem({ kind: 'region-unavailable', region: '' }))
  }

  /** Asks all other nodes for data that only one of them may have. */
  private async askNodes(failure: OperationOutcome): Promise<OperationOutcome> {
    const { cluster } = this.options
    for (const node of cluster.listNodes()) {
      const target = { node, region: undefined }
      const outcome = await callNode(cluster, target, this.operation, this.input, this.context)
      if (outcome instanceof Reply) return outcome
    }
    return failure
  }

  private findCode(outcome: OperationOutcome): string | undefined {
    if (outcome instanceof Reply) return undefined
    const { failure } = outcome
    return (isForwarded(failure) ? failure.problem : this.operation.toProblem(failure)).code
  }

  private coversAll(map: KnownMap, positions: readonly (readonly number[])[]): boolean {
    const { marginDegrees } = this.options
    return positions.every(([latitude = Number.NaN, longitude = Number.NaN]) =>
      map.covers(latitude, longitude, marginDegrees),
    )
  }
}

function isForwarded(failure: Failure): failure is ForwardedFailure & { readonly problem: Problem } {
  return failure.kind === 'forwarded'
}
