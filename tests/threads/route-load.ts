import { setTimeout as sleep } from 'node:timers/promises'
import { closeAll, openConnections, type WireReply } from './connections.ts'

/** Client that requests routes continuously. */
export interface RouteLoad {
  /** Outcomes by connection: `200 dataset-id`, or the status with its message. */
  readonly seen: readonly (readonly string[])[]
  /** Returns all distinct outcomes since the load began. */
  outcomes(): Set<string>
  /** Resolves when every connection has received this outcome after the call. Fails after a timeout. */
  until(outcome: string | RegExp): Promise<void>
  /** Ends the load and resolves with the number of replies. */
  stop(): Promise<number>
}

const PATIENCE_MS = 120_000
/**
 * Pause between requests of a connection, in milliseconds. Without a pause, the load would take both cores from the
 * server.
 */
const PAUSE_MS = 200

/** Requests the same route repeatedly on the given number of connections, which together reach every thread. */
export function loadRoutes(url: string, body: object, connectionCount: number): RouteLoad {
  const connections = openConnections(url, connectionCount)
  const seen: string[][] = connections.map(() => [])
  let stopping = false
  const workers = connections.map(async (connection, index) => {
    while (!stopping) {
      const outcome = await connection.send('/v1/route', { body }).then(toOutcome, (error: Error) => error.message)
      seen[index]?.push(outcome)
      await sleep(PAUSE_MS)
    }
  })
  return {
    seen,
    outcomes: () => new Set(seen.flat()),
    async until(wanted) {
      const begun = performance.now()
      const from = seen.map((list) => list.length)
      const matches = (outcome: string) => (typeof wanted === 'string' ? outcome === wanted : wanted.test(outcome))
      while (!seen.every((list, index) => list.slice(from[index]).some(matches))) {
        if (performance.now() - begun > PATIENCE_MS) {
          throw new Error(
            `not every connection has seen ${wanted}; last: ${seen.map((list) => list.at(-1)).join(' | ')}`,
          )
        }
        await sleep(20)
      }
    },
    async stop() {
      stopping = true
      await Promise.all(workers)
      closeAll(connections)
      return seen.flat().length
    },
  }
}

function toOutcome({ status, body }: WireReply): string {
  const { data, detail } = JSON.parse(body) as { data?: { dataset: string }; detail?: string }
  return `${status} ${data?.dataset ?? detail}`
}
