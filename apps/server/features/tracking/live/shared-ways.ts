import type { Redis } from 'ioredis'

/** Where servers agree on the way on that they tell, for those who ask several of them. */
export interface SharedWays {
  /** What was said first under this key, for so long; what is given when nobody has, or nobody can be asked. */
  agree(key: string, way: object | undefined, ms: number): Promise<object | undefined>
}

/** In Redis, for all servers. */
export class RedisWays implements SharedWays {
  private readonly redis: WaysRedis

  constructor(redis: Redis) {
    redis.defineCommand('fairwayAgree', { numberOfKeys: 1, lua: AGREE })
    this.redis = redis as WaysRedis
  }

  async agree(key: string, way: object | undefined, ms: number): Promise<object | undefined> {
    const own = way === undefined ? '' : JSON.stringify(way)
    const said = await this.redis.fairwayAgree(`fairway:way:${key}`, own, ms).catch(() => null)
    return said === null || said === own ? way : (JSON.parse(said) as object)
  }
}

interface WaysRedis extends Redis {
  fairwayAgree(key: string, text: string, ms: number): Promise<string | null>
}

/** A server that has found no way says nothing, and hears what another one has found. */
const AGREE = `
local said = redis.call('GET', KEYS[1])
if said then return said end
if ARGV[1] == '' then return false end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`
