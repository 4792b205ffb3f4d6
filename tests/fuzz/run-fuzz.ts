import { Agent, request } from 'node:http'
import { type ApiDocument, type Described, listOperations } from '../api/contract.ts'
import { type FuzzReply, findReplyFault } from './check-reply.ts'
import { completeDraft, type FuzzRequest, type HeavyOperations, RequestSource } from './request-source.ts'
import { type FuzzServer, Visitors } from './visitors.ts'

export interface FuzzOptions {
  readonly requests: number
  readonly seed: number
  readonly connections: number
  /** Selects the operations to call. By default, all operations are called. */
  readonly isCalled?: (operation: Described) => boolean
  readonly heavy?: HeavyOperations
  readonly progress?: (sent: number) => void
  /** Receives each faulty reply with its request immediately, so that it can be examined during a long run. */
  readonly onFault?: (description: string) => void
}

export interface FuzzReport {
  readonly sent: number
  readonly seconds: number
  /** Number of replies by operation and status. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** Number of faulty replies. */
  readonly faulty: number
  /** One example for each kind of error. */
  readonly faults: readonly string[]
}

const TIMEOUT_MS = 60_000
const PROGRESS_EVERY = 10_000
/** Maximum number of printed characters of a faulty request. `MAX_REPLY_CHARACTERS` is the limit for its reply. */
const MAX_BODY_CHARACTERS = 4000
const MAX_REPLY_CHARACTERS = 1000

/** Sends generated requests to a server and compares every reply with the API document. */
export async function runFuzz(server: FuzzServer, options: FuzzOptions): Promise<FuzzReport> {
  const operations = (await readOperations(server.url)).filter(options.isCalled ?? (() => true))
  const source = new RequestSource(operations, options.seed, options.heavy)
  const visitors = new Visitors(server)
  const statuses = new Map(operations.map(({ name }) => [name, new Map<number, number>()]))
  const faults = new Map<string, string>()
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections })
  const begun = performance.now()
  let [sent, faulty] = [0, 0]
  const sendOne = async (): Promise<void> => {
    const draft = source.draft()
    const { name } = draft.operation
    const owner = nameOwner(draft.operation)
    const visitor = visitors.get(owner)
    const fuzzRequest = completeDraft(draft, await visitor)
    const reply = await send(agent, server.url, fuzzRequest)
    const status = reply instanceof Error ? 0 : reply.status
    const counts = statuses.get(name)
    counts?.set(status, (counts.get(status) ?? 0) + 1)
    const fault = reply instanceof Error ? `no reply: ${reply.message}` : findReplyFault(fuzzRequest, reply)
    if (fault !== undefined) {
      faulty++
      const kind = `${name} ${status} ${fault.slice(0, 60)}`
      const description = describeFault(fuzzRequest, reply, fault)
      options.onFault?.(`request ${sent}: ${description}`)
      if (!faults.has(kind)) faults.set(kind, description)
    }
    if (isUsedUp(fuzzRequest, status)) visitors.replace(owner, visitor)
  }
  const work = async (): Promise<void> => {
    while (sent < options.requests) {
      sent++
      if (sent % PROGRESS_EVERY === 0) options.progress?.(sent)
      await sendOne()
    }
  }
  await Promise.all(Array.from({ length: options.connections }, work))
  agent.destroy()
  return { sent, seconds: (performance.now() - begun) / 1000, statuses, faulty, faults: [...faults.values()] }
}

async function readOperations(url: string): Promise<readonly Described[]> {
  return listOperations((await (await fetch(`${url}/openapi.json`)).json()) as ApiDocument)
}

/**
 * Returns the owner under which the visitor of an operation is stored. Operations that may end a session or remove a
 * key, asset or account use separate visitors.
 */
function nameOwner({ name, method, path }: Described): string {
  const isHarmless = method === 'GET' || (method !== 'DELETE' && path.startsWith('/v1/'))
  return isHarmless ? 'shared' : name
}

/** Returns whether the session has ended, or whether the visitor's asset or key no longer exists. */
function isUsedUp({ operation, isAuthorized, hasOwnId, headers }: FuzzRequest, status: number): boolean {
  if (!isAuthorized || !hasOwnId) return false
  return status === 404 || (status === 401 && operation.path.startsWith('/account') && headers.cookie !== undefined)
}

function describeFault(
  { operation, path, headers, body }: FuzzRequest,
  reply: FuzzReply | Error,
  fault: string,
): string {
  const shown = {
    ...headers,
    ...(headers.cookie && { cookie: '…' }),
    ...(headers['x-api-key'] && { 'x-api-key': '…' }),
  }
  const answer = reply instanceof Error ? '' : `${reply.status} ${reply.text.slice(0, MAX_REPLY_CHARACTERS)}`
  return `${operation.name}: ${fault}\n  ${operation.method} ${path.slice(0, 2000)} ${JSON.stringify(shown)}\n  ${body?.slice(0, MAX_BODY_CHARACTERS) ?? '(no body)'}\n  ${answer}`
}

function send(agent: Agent, url: string, { operation, path, headers, body }: FuzzRequest): Promise<FuzzReply | Error> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve) => {
    const options = { agent, method: operation.method, headers: { ...headers, ...length }, timeout: TIMEOUT_MS }
    const sent = request(`${url}${path}`, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', resolve)
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      })
    })
    sent.once('timeout', () => sent.destroy(new Error(`no reply within ${TIMEOUT_MS} ms`)))
    sent.once('error', resolve)
    sent.end(body)
  })
}

/** Lists the operations for which no request succeeded. The run must be long enough to reach all operations. */
export function listUnserved({ statuses }: FuzzReport): string[] {
  const isServed = (counts: ReadonlyMap<number, number>) => [...counts.keys()].some((status) => status < 300)
  return [...statuses].filter(([, counts]) => !isServed(counts)).map(([name]) => name)
}
