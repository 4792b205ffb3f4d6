import { deserialize, serialize } from 'node:v8'
import type { OperationContext, OperationInput } from '../../operations/define-operation.ts'
import type { Caller } from '../../platform/http/guard/caller.ts'

/** Path at which a node accepts calls from other nodes. */
export const CALL_PATH = '/cluster/call'
export const CALL_TYPE = 'application/x-fairway-call'
/** Marks the reply of an operation. Other replies mean that the node could not run it. */
export const ANSWER_HEADER = 'x-fairway-answer'

/**
 * Call of an operation on another node. The first node has checked the key, the rate, the quota and the input, so the
 * second node checks none of them again.
 */
export interface NodeCall {
  /** Method and path of the operation. */
  readonly operation: string
  /** Region that the node must serve. Undefined if any node may run the operation. */
  readonly region: string | undefined
  readonly input: Pick<OperationInput, 'params' | 'query' | 'body'>
  readonly caller: Caller
  readonly url: string
  readonly ip: string
  readonly ignored: readonly string[] | null
  readonly nowMs: number
}

/**
 * Serializes a call. The structured clone format keeps typed arrays and undefined values, which JSON would change. A
 * key's scope is omitted, because it contains functions and was already checked.
 */
export function serializeCall(
  operation: string,
  region: string | undefined,
  { params, query, body }: OperationInput,
  context: OperationContext,
): Buffer {
  const { caller, url, ip, ignored } = context
  const callerWithoutScope: Caller = caller.kind === 'account' ? { ...caller, scope: undefined } : caller
  const input = { params, query, body }
  const call: NodeCall = {
    operation,
    region,
    input,
    caller: callerWithoutScope,
    url,
    ip,
    ignored,
    nowMs: context.now(),
  }
  return serialize(call)
}

export function parseCall(bytes: Buffer): NodeCall {
  return deserialize(bytes) as NodeCall
}
