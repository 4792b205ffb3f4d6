import { setTimeout as sleep } from 'node:timers/promises'
import { closeAll, openConnections, type WireReply } from './connections.ts'

/** Somebody who asks for routes on and on. */
export interface RouteLoad {
  /** What came, by connection: `200 dataset-id`, or the status with what it said. */
  readonly seen: readonly (readonly string[])[]
  /** Everything that came since the load began, once each. */
  outcomes(): Set<string>
  /** Resolves when every connection has seen this since now; fails after a while. */
  until(outcome: string | RegExp): Promise<void>
  /** Ends the load; resolves with how many replies came. */
  stop(): Promise<number>
}

const PATIENCE_MS = 30_000
/** The pace of a connection: without it the load would take both cores from the server that it asks. */
const PAUSE_MS = 20

/** Asks for the same route again and again on so many connections, which together reach every thread. */
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
          throw new Error(`not everybody has seen ${wanted}; last: ${seen.map((list) => list.at(-1)).join(' | ')}`)
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
