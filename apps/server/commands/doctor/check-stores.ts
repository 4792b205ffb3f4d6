import { existsSync } from 'node:fs'
import { describeClockDifference } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { checkDatabaseAtStart } from '../../platform/storage/check-database.ts'
import { openDatabase } from '../../platform/storage/database.ts'
import { findDatabaseFile, rejectLostDatabase } from '../../platform/storage/database-file.ts'
import { describeStorageError } from '../../platform/storage/describe-storage-error.ts'
import { type Finding, fail, pass, warn } from './finding.ts'

/**
 * Maximum difference between the clocks of this machine and the database. A server corrects its clock if the difference
 * is larger.
 */
const MAX_CLOCK_DIFFERENCE_MS = 2000

export async function checkDatabase(config: Config, nowMs: () => number): Promise<Finding[]> {
  return config.databaseUrl ? await checkPostgres(config, nowMs) : [checkSqlite(config.dataDir)]
}

function checkSqlite(dataDir: string): Finding {
  const file = findDatabaseFile(dataDir)
  try {
    rejectLostDatabase(file)
    if (!existsSync(file)) return pass('database', `${file} does not exist yet; the first start creates it`)
    const skippedTables = checkDatabaseAtStart(file)
    if (skippedTables.length === 0) return pass('database', `${file} is intact`)
    return pass('database', `${file} is intact; not checked because of their size: ${skippedTables.join(', ')}`)
  } catch (error) {
    const remedy = 'restore it from a backup; `fairway admin check` lists all damage'
    return fail('database', describeStorageError(error, dataDir) ?? (error as Error).message, remedy)
  }
}

async function checkPostgres(config: Config, nowMs: () => number): Promise<Finding[]> {
  const database = openDatabase({ ...config, poolSize: 1 })
  try {
    const startMs = nowMs()
    const databaseMs = (await database.clockMs?.()) ?? startMs
    const clockAheadMs = (startMs + nowMs()) / 2 - databaseMs
    return [pass('database', 'PostgreSQL accepts connections'), judgeClockDifference(clockAheadMs)]
  } catch (error) {
    const remedy =
      'check DATABASE_URL and the password, and make sure that PostgreSQL is running and accepts connections from this machine'
    return [fail('database', `PostgreSQL cannot be used: ${(error as Error).message}`, remedy)]
  } finally {
    await database.close()
  }
}

export function judgeClockDifference(clockAheadMs: number): Finding {
  if (Math.abs(clockAheadMs) <= MAX_CLOCK_DIFFERENCE_MS)
    return pass('clock of the database', 'matches the clock of this machine')
  const detail = `the clock of this machine is ${describeClockDifference(clockAheadMs)}`
  return warn('clock of the database', detail, 'synchronize both machines with NTP')
}

export async function checkRedis({ redisUrl, databaseUrl }: Config): Promise<Finding> {
  if (!redisUrl) {
    if (!databaseUrl) return pass('Redis', 'not used: a single server counts its limits in its own memory')
    return warn(
      'Redis',
      'not used, although the database is shared',
      'set REDIS_URL on all Fairway servers that use this database; without it, each server applies the limits separately',
    )
  }
  const { openRedis } = await import('../../platform/storage/redis.ts')
  const redis = openRedis(redisUrl)
  // A failed command reports only that the connection is closed. The error event contains the reason.
  let reason = ''
  redis.on('error', (error) => {
    reason ||= error.message
  })
  try {
    await redis.connect()
    await redis.ping()
    return pass('Redis', 'responds')
  } catch (error) {
    const detail = `cannot be used: ${reason || (error as Error).message}`
    return fail('Redis', detail, 'check REDIS_URL and the password, and make sure that Redis is running')
  } finally {
    redis.disconnect()
  }
}
