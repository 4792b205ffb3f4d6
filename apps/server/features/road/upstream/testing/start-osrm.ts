import { fileURLToPath } from 'node:url'
import { freePort } from '../../../../../../tests/support/servers/free-port.ts'
import { type RunningProcess, startProcess } from '../../../../../../tests/support/servers/processes.ts'
import type { Behaviour, ServerState } from './behaviour.ts'

const script = fileURLToPath(new URL('./osrm-server.ts', import.meta.url))

/** Fake OSRM server in a separate process. */
export interface OsrmProcess {
  readonly url: string
  /** Queues one behavior for each of the next requests. After these requests, the server replies as usual. */
  next(...behaviours: readonly Behaviour[]): Promise<void>
  state(): Promise<ServerState>
  /** Resolves when at least this many requests have arrived since the start. */
  waitForRequests(requests: number): Promise<ServerState>
  /** Resolves when exactly this many client connections are open. */
  waitForConnections(connections: number): Promise<ServerState>
  /** Replies to the requests that are waiting. */
  release(): Promise<void>
  /** Clears all recorded requests and queued behaviors. */
  reset(): Promise<void>
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>
  /** Restarts the server on the same port, with an empty state. */
  restart(): Promise<void>
}

export async function startOsrm(): Promise<OsrmProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let running = await start(port)
  const sendControl = async (path: string, body?: unknown): Promise<ServerState> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    return (await (await fetch(url + path, init)).json()) as ServerState
  }
  const kill = async () => {
    await running.end('SIGKILL')
  }
  return {
    url,
    async next(...behaviours) {
      await sendControl('/test/next', behaviours)
    },
    state: () => sendControl('/test/state'),
    waitForRequests: (requests) => sendControl(`/test/state?requests=${requests}`),
    waitForConnections: (connections) => sendControl(`/test/state?connections=${connections}`),
    async release() {
      await sendControl('/test/release')
    },
    async reset() {
      await sendControl('/test/reset')
    },
    kill,
    async restart() {
      await kill()
      running = await start(port)
    },
  }
}

async function start(port: number): Promise<RunningProcess> {
  const server = startProcess(process.execPath, [script, String(port)])
  await server.waitFor(/listening on \d+/)
  return server
}
