import type { Redis } from 'ioredis'
import type { Month } from '../clock.ts'
import { RedisCircuitBreaker } from '../storage/redis-circuit-breaker.ts'
import type { Limiter, LoadUsedUnits, QuotaVerdict } from './limiter.ts'
import { type Rate, type RateVerdict, toRateVerdict } from './rate.ts'
import { type RateWindow, toWindowVerdict } from './window.ts'

/**
 * A rate limiter that several servers share. The limiter keeps the same counters as the memory limiter, but stores them
 * in Redis and updates them with atomic scripts. The scripts use the time of Redis unless a test provides a time, so
 * that machines with different clocks share one rate.
 */
export class RedisLimiter implements Limiter {
  private readonly redis: ScriptedRedis
  private readonly circuitBreaker: RedisCircuitBreaker
  private readonly loadUsedUnits: LoadUsedUnits
  private readonly nowMicros: (() => number) | undefined

  constructor(redis: Redis, loadUsed: LoadUsedUnits, nowMicros?: () => number) {
    redis.defineCommand('fairwayPass', { numberOfKeys: 1, lua: CHECK_RATE_SCRIPT })
    redis.defineCommand('fairwayPassWindow', { numberOfKeys: 1, lua: CHECK_WINDOW_SCRIPT })
    redis.defineCommand('fairwayReserve', { numberOfKeys: 1, lua: RESERVE_SCRIPT })
    redis.defineCommand('fairwayRefund', { numberOfKeys: 1, lua: REFUND_SCRIPT })
    this.redis = redis as ScriptedRedis
    this.circuitBreaker = new RedisCircuitBreaker(redis)
    this.loadUsedUnits = loadUsed
    this.nowMicros = nowMicros
  }

  checkAccountRate(account: number, rate: Rate): Promise<RateVerdict> {
    return this.checkRate(`fairway:rate:account:${account}`, rate)
  }
  checkIpRate(ip: string, rate: Rate): Promise<RateVerdict> {
    return this.checkRate(`fairway:rate:address:${ip}`, rate)
  }

  checkNamedRate(name: string, rate: Rate): Promise<RateVerdict> {
    return this.checkRate(`fairway:rate:${name}`, rate)
  }

  async checkWindowRate(name: string, window: RateWindow): Promise<RateVerdict> {
    const { limit, windowMs } = window
    const now = this.nowMicros?.() ?? ''
    const [isAllowed, count, first, last] = await this.circuitBreaker.run(() =>
      this.redis.fairwayPassWindow(`fairway:window:${name}`, limit, 1000 * windowMs, now),
    )
    return toWindowVerdict(isAllowed === 1, window, { count, firstMicros: Number(first), lastMicros: Number(last) })
  }

  async reserve(account: number, month: Month, units: number, quota: number): Promise<QuotaVerdict> {
    const key = toQuotaKey(account, month)
    // Lua cannot compare with Infinity from JavaScript, and no quota exceeds this number.
    const limit = Math.min(quota, Number.MAX_SAFE_INTEGER)
    const reserveInRedis = (seed: number | '') =>
      this.circuitBreaker.run(() => this.redis.fairwayReserve(key, units, limit, seed))
    let [state, usedUnits] = await reserveInRedis('')
    if (state === REPLY_UNSEEDED) {
      const storedUnits = await this.loadUsedUnits(account, month)
      ;[state, usedUnits] = await reserveInRedis(storedUnits)
    }
    return { isAllowed: state === REPLY_ALLOWED, usedUnits }
  }

  refund(account: number, month: Month, units: number): void {
    // A refund is lost if Redis disconnects now. The error is ignored, because the caller already has its reply.
    this.redis.fairwayRefund(toQuotaKey(account, month), units).catch(() => {})
  }

  async getUsedUnits(account: number, month: Month): Promise<number> {
    return (await this.reserve(account, month, 0, Number.POSITIVE_INFINITY)).usedUnits
  }

  async ping(): Promise<void> {
    await this.redis.ping()
  }
  async close(): Promise<void> {
    await this.redis.quit().catch(() => this.redis.disconnect())
  }

  private async checkRate(key: string, rate: Rate): Promise<RateVerdict> {
    const interval = 1e6 / rate.perSecond
    const now = this.nowMicros?.() ?? ''
    const [isAllowed, aheadMicros] = await this.circuitBreaker.run(() =>
      this.redis.fairwayPass(key, interval, rate.burst, now),
    )
    return toRateVerdict(isAllowed === 1, Number(aheadMicros), 0, rate)
  }
}

interface ScriptedRedis extends Redis {
  fairwayPass(key: string, interval: number, burst: number, now: number | ''): Promise<[allowed: number, ahead: string]>
  fairwayPassWindow(
    key: string,
    maxRequests: number,
    windowMicros: number,
    now: number | '',
  ): Promise<[allowed: number, count: number, first: string, last: string]>
  fairwayReserve(key: string, units: number, quota: number, seed: number | ''): Promise<[state: number, used: number]>
  fairwayRefund(key: string, units: number): Promise<unknown>
}

const REPLY_REFUSED = 0
const REPLY_ALLOWED = 1
const REPLY_UNSEEDED = 2

function toQuotaKey(account: number, month: Month): string {
  return `fairway:quota:${account}:${month}`
}

/**
 * Lua version of rate.ts. Returns how far the arrival time is ahead of now, as a string, because Redis truncates
 * numbers to integers.
 */
const CHECK_RATE_SCRIPT = `
local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000000 + tonumber(time[2])
end
local interval, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local arrival = tonumber(redis.call('GET', KEYS[1]) or 0)
local base = math.max(arrival, now)
if base - now > (burst - 1) * interval + 1 then
  return { 0, string.format('%.3f', arrival - now) }
end
local nextArrival = base + interval
redis.call('SET', KEYS[1], string.format('%.3f', nextArrival), 'PX', math.ceil((nextArrival - now) / 1000) + 1)
return { 1, string.format('%.3f', nextArrival - now) }
`

/**
 * Lua version of window-table.ts. The script stores the time of every request in a list, newest first. The script
 * returns the count within the window and the ages of the oldest and newest requests. The list never exceeds the limit
 * of the window and expires with its last entry.
 */
const CHECK_WINDOW_SCRIPT = `
local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000000 + tonumber(time[2])
end
local most, window = tonumber(ARGV[1]), tonumber(ARGV[2])
while true do
  local oldest = redis.call('LINDEX', KEYS[1], -1)
  if not oldest or now - tonumber(oldest) < window - 1 then break end
  redis.call('RPOP', KEYS[1])
end
local count = redis.call('LLEN', KEYS[1])
if count >= most then
  -- After the limit was lowered there are more: the next request may pass when this one leaves the window.
  local first = tonumber(redis.call('LINDEX', KEYS[1], most - 1))
  local last = tonumber(redis.call('LINDEX', KEYS[1], 0))
  return { 0, count, string.format('%.3f', now - first), string.format('%.3f', now - last) }
end
redis.call('LPUSH', KEYS[1], string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000) + 1)
return { 1, count + 1, '0', '0' }
`

/** Reserves units. The counter expires a few days after its month, so that reports can still read it. */
const RESERVE_SCRIPT = `
local used = redis.call('GET', KEYS[1])
if not used then
  if ARGV[3] == '' then return { ${REPLY_UNSEEDED}, 0 } end
  used = ARGV[3]
  redis.call('SET', KEYS[1], used, 'EX', 35 * 86400)
end
used = tonumber(used)
local units, quota = tonumber(ARGV[1]), tonumber(ARGV[2])
if used + units > quota then return { ${REPLY_REFUSED}, used } end
if units > 0 then redis.call('INCRBY', KEYS[1], units) end
return { ${REPLY_ALLOWED}, used + units }
`

/**
 * Refunds units if the counter exists. A new counter would look like the total of the month after Redis has lost its
 * data.
 */
const REFUND_SCRIPT = `
local used = tonumber(redis.call('GET', KEYS[1]) or 0)
if used > 0 then redis.call('DECRBY', KEYS[1], math.min(used, tonumber(ARGV[1]))) end
`
