import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { RemoteMap } from '../regions/region-directory.ts'
import type { NodeAnnouncement } from './cluster-view.ts'

type RegistryCommands = Pick<
  Redis,
  'set' | 'get' | 'sadd' | 'srem' | 'smembers' | 'mget' | 'del' | 'hset' | 'hgetall' | 'hdel'
>

interface RegistryContent {
  readonly nodes: readonly NodeAnnouncement[]
  readonly regions: readonly RemoteMap[]
}

type StoredRegion = RemoteMap & { readonly seenAtMs: number }

const NODES_KEY = 'fairway:nodes'
const NODE_PREFIX = 'fairway:node:'
const REGIONS_KEY = 'fairway:regions'
const SECRET_KEY = 'fairway:node-secret'
/** Lifetime of an announcement, in milliseconds. A node that sends no heartbeat for this long is no longer listed. */
const ANNOUNCEMENT_MS = 5000
/**
 * Time for which a region without nodes stays known. Requests for it get 503 instead of the reply for positions outside
 * all maps, because a node that has failed is expected to return.
 */
const REGION_RETENTION_MS = 24 * 3_600_000

/** Nodes and regions of the cluster in Redis. */
export class NodeRegistry {
  private readonly redis: RegistryCommands
  private announcedRegions: readonly string[] = []

  constructor(redis: RegistryCommands) {
    this.redis = redis
  }

  /** Writes or renews the announcement of a node. */
  async announce(node: NodeAnnouncement, nowMs: number): Promise<void> {
    const names = node.regions.map(({ region }) => region)
    await Promise.all([
      this.redis.set(`${NODE_PREFIX}${node.id}`, JSON.stringify(node), 'PX', ANNOUNCEMENT_MS),
      this.redis.sadd(NODES_KEY, node.id),
      ...node.regions.map((region) =>
        this.redis.hset(REGIONS_KEY, region.region, JSON.stringify({ ...region, seenAtMs: nowMs })),
      ),
    ])
    const removedRegions = this.announcedRegions.filter((name) => !names.includes(name))
    this.announcedRegions = names
    if (removedRegions.length > 0) await this.forgetRegions(removedRegions)
  }

  /** Removes the announcement of a node that stops. Its regions stay known. */
  async withdraw(id: string): Promise<void> {
    await Promise.all([this.redis.del(`${NODE_PREFIX}${id}`), this.redis.srem(NODES_KEY, id)])
  }

  async read(nowMs: number): Promise<RegistryContent> {
    const [ids, storedRegions] = await Promise.all([this.redis.smembers(NODES_KEY), this.redis.hgetall(REGIONS_KEY)])
    const announcements = ids.length === 0 ? [] : await this.redis.mget(ids.map((id) => `${NODE_PREFIX}${id}`))
    const expiredIds = ids.filter((_, index) => announcements[index] == null)
    const regions = Object.values(storedRegions).map((json) => JSON.parse(json) as StoredRegion)
    const isCurrent = ({ seenAtMs }: StoredRegion) => nowMs - seenAtMs < REGION_RETENTION_MS
    const expiredNames = regions.filter((region) => !isCurrent(region)).map(({ region }) => region)
    if (expiredIds.length > 0) await this.redis.srem(NODES_KEY, ...expiredIds)
    if (expiredNames.length > 0) await this.redis.hdel(REGIONS_KEY, ...expiredNames)
    return {
      nodes: announcements.flatMap((json) => (json == null ? [] : [JSON.parse(json) as NodeAnnouncement])),
      regions: regions.filter(isCurrent).map(({ seenAtMs: _, ...region }) => region),
    }
  }

  /**
   * Returns the secret with which nodes sign their requests. The first node creates it. Only programs that can read
   * this Redis database can therefore forge the requests of a node.
   */
  async getSecret(): Promise<string> {
    const existing = await this.redis.get(SECRET_KEY)
    if (existing !== null) return existing
    await this.redis.set(SECRET_KEY, randomBytes(32).toString('base64url'), 'NX')
    return (await this.redis.get(SECRET_KEY)) ?? ''
  }

  /** Forgets regions that this node no longer serves, unless another node serves them. */
  private async forgetRegions(names: readonly string[]): Promise<void> {
    const ids = await this.redis.smembers(NODES_KEY)
    const announcements = ids.length === 0 ? [] : await this.redis.mget(ids.map((id) => `${NODE_PREFIX}${id}`))
    const servedRegions = announcements
      .flatMap((json) => (json == null ? [] : (JSON.parse(json) as NodeAnnouncement).regions))
      .map(({ region }) => region)
    const unservedRegions = names.filter((name) => !servedRegions.includes(name))
    if (unservedRegions.length > 0) await this.redis.hdel(REGIONS_KEY, ...unservedRegions)
  }
}
