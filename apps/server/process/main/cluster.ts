import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { get as getSecure } from 'node:https'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { type ClusterView, emptyView, type NodeAnnouncement } from '../../maps/cluster/cluster-view.ts'
import { NodeRegistry } from '../../maps/cluster/node-registry.ts'
import type { RegionHandle } from '../../maps/regions/handles.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { version } from '../../platform/version.ts'
import type { Component } from '../component.ts'

interface ClusterOptions {
  readonly config: Pick<Config, 'nodeUrl' | 'redisUrl' | 'databaseWaitSeconds'>
  readonly log: Logger
  readonly clock: Clock
  readonly regions: () => readonly RegionHandle[]
  /** Passes the nodes to the HTTP threads. */
  readonly publish: (view: ClusterView) => Promise<unknown>
}

const HEARTBEAT_MS = 1000
const HEALTH_TIMEOUT_MS = 1000
/** Number of failed health checks after which other nodes are preferred. A busy node may miss one check. */
const MAX_FAILED_CHECKS = 2
/** Number of failed health checks after which requests to a node that is no longer announced are abandoned. */
const LOST_AFTER_CHECKS = 5
/** Number of secrets that are accepted. Nodes receive a new secret at different times. */
const MAX_SECRETS = 2

/**
 * Membership of this server in the cluster: announces the server and its regions in Redis, reads the other nodes, and
 * checks that they respond. Does nothing if FAIRWAY_NODE_URL is not set.
 */
export class Cluster implements Component {
  readonly name = 'cluster'
  view: ClusterView
  /** Announces this server while it serves requests. */
  readonly membership: Component = {
    name: 'cluster membership',
    start: () => this.join(),
    stop: () => this.leave(),
  }
  private readonly options: ClusterOptions
  private readonly nodeId = randomUUID()
  private redis: Redis | undefined
  private registry: NodeRegistry | undefined
  private timer: NodeJS.Timeout | undefined
  private isMember = false
  private isDraining = false
  private isStopped = false
  private isFailing = false
  private runningRefresh: Promise<ClusterView> | undefined
  /** Failed health checks in a row by URL, including nodes that have recently disappeared. */
  private readonly failedChecks = new Map<string, number>()

  constructor(options: ClusterOptions) {
    this.options = options
    this.view = { ...emptyView, nodeId: this.nodeId }
  }

  async start(): Promise<void> {
    const { nodeUrl, redisUrl, databaseWaitSeconds } = this.options.config
    if (nodeUrl === undefined) return
    if (redisUrl === undefined) {
      this.options.log.warn({}, 'FAIRWAY_NODE_URL has no effect without REDIS_URL, where nodes announce their regions')
      return
    }
    const { connectRedis, openRedis } = await import('../../platform/storage/redis.ts')
    this.redis = openRedis(redisUrl)
    await connectRedis(this.redis, databaseWaitSeconds)
    this.registry = new NodeRegistry(this.redis)
    await this.refresh()
    this.scheduleBeat()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    this.redis?.disconnect()
  }

  /** Reads the nodes now. Concurrent calls share one read. */
  refresh(): Promise<ClusterView> {
    this.runningRefresh ??= this.readView().finally(() => {
      this.runningRefresh = undefined
    })
    return this.runningRefresh
  }

  /** Asks the other nodes to prefer nodes that are not about to stop. This node still answers until it stops. */
  async drain(): Promise<void> {
    if (!this.isMember) return
    this.isDraining = true
    await this.announce()
  }

  private async join(): Promise<void> {
    if (!this.registry) return
    this.isMember = true
    await this.announce()
  }

  private async leave(): Promise<void> {
    if (!this.isMember) return
    this.isMember = false
    await this.registry?.withdraw(this.nodeId).catch(() => undefined)
  }

  private async announce(): Promise<void> {
    const { config, clock } = this.options
    const node: NodeAnnouncement = {
      id: this.nodeId,
      url: config.nodeUrl ?? '',
      version,
      regions: this.options.regions().map(({ region, dataset, attribution, boundingBox, traffic }) => ({
        region,
        dataset,
        attribution,
        boundingBox,
        trafficVersion: traffic?.version ?? 0,
      })),
      ...(this.isDraining && { isDraining: true }),
    }
    await this.registry?.announce(node, clock.now())
  }

  private scheduleBeat(): void {
    this.timer = setTimeout(async () => {
      await this.beat()
      if (!this.isStopped) this.scheduleBeat()
    }, HEARTBEAT_MS).unref()
  }

  private async beat(): Promise<void> {
    try {
      if (this.isMember) await this.announce()
      await this.checkNodes()
      await this.options.publish(await this.refresh())
      if (this.isFailing) this.options.log.info({}, 'the nodes of the cluster can be read again')
      this.isFailing = false
    } catch (error) {
      if (!this.isFailing && !this.isStopped) {
        this.options.log.warn({ why: (error as Error).message }, 'the nodes of the cluster cannot be read')
      }
      this.isFailing = true
    }
  }

  private async readView(): Promise<ClusterView> {
    if (!this.registry) return this.view
    const [secret, { nodes, regions }] = await Promise.all([
      this.registry.getSecret(),
      this.registry.read(this.options.clock.now()),
    ])
    const otherNodes = nodes
      .filter(({ id }) => id !== this.nodeId)
      .map((node) => ({ ...node, isReachable: (this.failedChecks.get(node.url) ?? 0) < MAX_FAILED_CHECKS }))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    const announcedUrls = new Set(otherNodes.map(({ url }) => url))
    const lostUrls = [...this.failedChecks]
      .filter(([url, failures]) => failures >= LOST_AFTER_CHECKS && !announcedUrls.has(url))
      .map(([url]) => url)
    const olderSecrets = this.view.secrets.filter((knownSecret) => knownSecret !== secret)
    const secrets = [secret, ...olderSecrets].slice(0, MAX_SECRETS)
    this.view = { nodeId: this.nodeId, secrets, nodes: otherNodes, regions, lostUrls }
    return this.view
  }

  /** Checks all announced nodes. Nodes that have disappeared are also checked until they are considered lost. */
  private async checkNodes(): Promise<void> {
    for (const url of this.view.lostUrls) this.failedChecks.delete(url)
    const urls = new Set([...this.view.nodes.map(({ url }) => url), ...this.failedChecks.keys()])
    await Promise.all(
      [...urls].map(async (url) => {
        const problem = await findHealthProblem(url)
        const failures = this.failedChecks.get(url) ?? 0
        this.failedChecks.set(url, problem === undefined ? 0 : failures + 1)
        const fields = { node: url, why: problem }
        if (problem !== undefined && failures + 1 === MAX_FAILED_CHECKS)
          this.options.log.warn(fields, 'a node of the cluster does not respond')
        if (problem === undefined && failures >= MAX_FAILED_CHECKS)
          this.options.log.info({ node: url }, 'a node of the cluster responds again')
      }),
    )
  }
}

/** Returns the reason why a node does not respond, such as a certificate that this server does not trust. */
function findHealthProblem(url: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const open = url.startsWith('https:') ? getSecure : get
  const request = open(`${url}/healthz`, { timeout: HEALTH_TIMEOUT_MS }, (response) => {
    response.resume()
    resolve(response.statusCode === 200 ? undefined : `/healthz returned ${response.statusCode}`)
  })
  request.on('timeout', () => request.destroy(new Error('no response in time')))
  request.on('error', ({ message }) => resolve(message))
  return promise
}
