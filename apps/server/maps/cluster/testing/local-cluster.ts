import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../../operations/define-operation.ts'
import { systemClock } from '../../../platform/clock.ts'
import { createApp, createRequestIdFactory } from '../../../platform/http/fastify-app.ts'
import { FastifyContext } from '../../../platform/http/fastify-context.ts'
import { Mounts } from '../../../platform/http/mounts.ts'
import { sendOutcome } from '../../../platform/http/run-operation.ts'
import { createLogger } from '../../../platform/logger.ts'
import { RegionDirectory, type RemoteMap } from '../../regions/region-directory.ts'
import { addCallRoute } from '../call-route.ts'
import { ClusterDirectory } from '../cluster-directory.ts'
import type { ClusterNode, ClusterView } from '../cluster-view.ts'
import { spreadOperation } from '../spread-operation.ts'

const SECRETS = ['the secret of the test']

/** Map of all nodes in the test. It covers the position in `positionInEast`. */
const eastMap: RemoteMap = {
  region: 'east',
  dataset: 'east-1',
  attribution: 'OSM',
  boundingBox: { south: 1, north: 2, west: 3, east: 4 },
  trafficVersion: 0,
}
export const positionInEast = [1.5, 3.5] as const

interface LocalNode {
  readonly url: string
  /** Stops the node as a server stops: requests in progress complete. */
  stop(): Promise<void>
}

/** Starts the part of a node that runs operations for other nodes. */
export async function startNode(operations: readonly Operation[], port = 0): Promise<LocalNode> {
  const app = createNodeApp()
  const cluster = createDirectory(() => viewOf([]))
  addCallRoute(app, { cluster, regions: { list: () => [{ handle: eastMap }] }, clock: systemClock, operations })
  let isStopping = false
  // A server that stops also ends its connections in this way.
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })
  const stop = async () => {
    isStopping = true
    await app.close()
  }
  return { url: await app.listen({ host: '127.0.0.1', port }), stop }
}

export interface EntryNode {
  readonly url: string
  readonly cluster: ClusterDirectory
  readonly regions: RegionDirectory
  /** Replaces the other nodes, as after a heartbeat. */
  use(nodes: readonly ClusterNode[]): void
  stop(): Promise<void>
}

/** Starts a node without maps, which forwards the operation at `/operation`. */
export async function startEntryNode(operation: Operation): Promise<EntryNode> {
  let nodes: readonly ClusterNode[] = []
  const app = createNodeApp()
  const regions = createRegions()
  const cluster = createDirectory(() => viewOf(nodes), regions)
  const clusterOperation = spreadOperation(operation, { cluster, regions, marginDegrees: 0 })
  app.post('/operation', async (request, reply) => {
    const input = { params: {}, query: {}, headers: {}, body: request.body }
    sendOutcome(
      { operation: clusterOperation },
      await clusterOperation.handle(input, new FastifyContext(request, systemClock)),
      reply,
    )
    return reply
  })
  return {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    cluster,
    regions,
    use(latestNodes) {
      nodes = latestNodes
      cluster.use(viewOf(nodes))
    },
    async stop() {
      await app.close()
      cluster.close()
    },
  }
}

export function toClusterNode(url: string, overrides: Partial<ClusterNode> = {}): ClusterNode {
  return { id: url, url, version: '1', regions: [eastMap], isReachable: true, ...overrides }
}

function createNodeApp(): FastifyInstance {
  return createApp({
    logger: createLogger('silent'),
    bodyLimitBytes: 1024 * 1024,
    trustedProxies: false,
    keepAliveMs: 60_000,
    createRequestId: createRequestIdFactory(),
    mounts: new Mounts([]),
    compressesReplies: false,
  })
}

function createDirectory(view: () => ClusterView, regions = createRegions()): ClusterDirectory {
  const directory = new ClusterDirectory(regions, async () => view())
  directory.use(view())
  return directory
}

function viewOf(nodes: readonly ClusterNode[]): ClusterView {
  return { nodeId: 'test', secrets: SECRETS, nodes, regions: [eastMap], lostUrls: [] }
}

/** Creates the directory of a thread without maps, which never needs map data. */
function createRegions(): RegionDirectory {
  const reject = () => Promise.reject(new Error('this node has no map'))
  return new RegionDirectory({
    customize: reject,
    getMatchingData: reject,
    computePathAttributes: reject,
    computeLivePathAttributes: reject,
    announceMatrices: reject,
  })
}
