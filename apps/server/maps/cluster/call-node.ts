import type { IncomingMessage } from 'node:http'
import type {
  Operation,
  OperationContext,
  OperationInput,
  OperationOutcome,
} from '../../operations/define-operation.ts'
import { readWhole, relayedReply, serializedReply } from '../../operations/reply.ts'
import { toHttpProblem } from '../../platform/http/http-problems.ts'
import { ERROR_CODE_HEADER, type Failure, type Problem } from '../../platform/http/problem.ts'
import type { ClusterDirectory } from './cluster-directory.ts'
import type { ClusterNode } from './cluster-view.ts'
import { ANSWER_HEADER, serializeCall } from './node-call.ts'
import { readStart } from './read-start.ts'
import { signRequest } from './signature.ts'

/** Failure of an operation on another node. */
export interface ForwardedFailure extends Failure {
  readonly kind: 'forwarded'
  readonly problem: Problem
}

export type NodeOutcome = Extract<OperationOutcome<unknown, ForwardedFailure>, unknown>

export interface CallTarget {
  readonly node: ClusterNode
  /** Region that the node must serve. */
  readonly region: string | undefined
  /** True if the caller needs the whole reply anyway. Another node then replaces one that fails halfway. */
  readonly needsWholeReply?: boolean
}

/** Maximum size of a reply that is read completely before it is sent, so that another node can replace a failed one. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024
/** Headers that this node sets itself, or that belong to the connection between the nodes. */
const unforwardedHeaderNames: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-type',
  'date',
  'vary',
  'x-request-id',
  ANSWER_HEADER,
])

export function failForwarded(problem: Problem): { readonly ok: false; readonly failure: ForwardedFailure } {
  return { ok: false, failure: { kind: 'forwarded', problem } }
}

/**
 * Runs an operation on another node. Returns undefined if the node cannot be reached, or no longer serves the region.
 */
export async function callNode(
  cluster: ClusterDirectory,
  target: CallTarget,
  operation: Operation,
  input: OperationInput,
  context: OperationContext,
): Promise<NodeOutcome | undefined> {
  const { node, region } = target
  const [secret] = cluster.secrets
  if (secret === undefined) return undefined
  const body = serializeCall(toOperationKey(operation), region, input, context)
  const headers = { ...signRequest(secret, cluster.nodeId, body, context.now()), 'x-request-id': context.id }
  const abort = new AbortController()
  const ignoreDisconnect = context.onDisconnect(() => abort.abort())
  try {
    const response = await cluster.client.send(node.url, { headers, body, signal: abort.signal })
    return await readOutcome(response, target, context)
  } catch (error) {
    if (!abort.signal.aborted) cluster.reportFailure(node)
    context.log.debug({ node: node.url, why: (error as Error).message }, 'a node could not run an operation')
    return undefined
  } finally {
    ignoreDisconnect()
  }
}

export function toOperationKey({ method, path }: Operation): string {
  return `${method} ${path}`
}

async function readOutcome(
  response: IncomingMessage,
  { region = '', needsWholeReply }: CallTarget,
  context: OperationContext,
): Promise<NodeOutcome | undefined> {
  const { statusCode = 500, headers } = response
  if (headers[ANSWER_HEADER] === undefined) {
    response.resume()
    return undefined
  }
  if (statusCode >= 400) {
    const bytes = await readWhole(response)
    return failForwarded(toProblem(statusCode, headers, bytes))
  }
  const head = { type: headers['content-type'] ?? 'application/json; charset=utf-8', headers: pickHeaders(headers) }
  const body = await readStart(response, needsWholeReply ? Number.POSITIVE_INFINITY : MAX_BUFFERED_BYTES)
  // The other node has already added the warnings about ignored fields.
  context.ignored = null
  return Buffer.isBuffer(body)
    ? serializedReply(() => body, head)
    : relayedReply({ stream: body, problem: toHttpProblem({ kind: 'region-unavailable', region }) }, head)
}

function toProblem(status: number, headers: IncomingMessage['headers'], bytes: Buffer): Problem {
  const body = JSON.parse(bytes.toString('utf8')) as Problem['body']
  const retryAfter = headers['retry-after']
  return {
    status,
    code: String(headers[ERROR_CODE_HEADER] ?? 'internal-error'),
    body: { busy: body.busy, detail: body.detail },
    ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
  }
}

function pickHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  const entries = Object.entries(headers).filter(
    ([name]) => !unforwardedHeaderNames.has(name) && !name.startsWith('access-control-'),
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
