import { once } from 'node:events'
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { formatSize } from '../amounts.ts'
import { type Finding, fail, pass, warn } from './finding.ts'

/** Recommended free disk space. Compiling a country needs a few gigabytes in addition to the old dataset. */
const COMFORTABLE_FREE_BYTES = 2e9
/** Measured memory use of a server with one small map, all worldwide data and two threads. */
const BASE_MEMORY_BYTES = 700e6
/** Memory use of a map per byte of its files, including two metrics and the scratch memory of the threads. */
const MEMORY_PER_DATASET_BYTE = 2
/** Release date of this version. A clock that shows an earlier date is wrong. */
const RELEASED_MS = Date.parse('2026-11-01T00:00:00Z')
/** Maximum time by which a file may be dated in the future. The clocks of network disks differ slightly. */
const MAX_FUTURE_MS = 120_000
const HEALTH_TIMEOUT_MS = 2000

/** Checks that the folder is writable, or its nearest parent if the folder does not exist yet. */
export function checkFolder(dataDir: string): Finding {
  const existingFolder = findExistingFolder(dataDir)
  const remedy = `give the current user read and write access to it, or choose another folder with FAIRWAY_DATA_DIR`
  try {
    accessSync(existingFolder, constants.R_OK | constants.W_OK)
  } catch (error) {
    return fail('data folder', `${existingFolder} is not writable (${(error as NodeJS.ErrnoException).code})`, remedy)
  }
  return existingFolder === dataDir
    ? pass('data folder', `${dataDir} is writable`)
    : pass('data folder', `${dataDir} does not exist yet; the first start creates it`)
}

export async function checkDisk({
  dataDir,
  minFreeMegabytes,
}: Pick<Config, 'dataDir' | 'minFreeMegabytes'>): Promise<Finding> {
  const { bavail, bsize } = await statfs(findExistingFolder(dataDir))
  return judgeDisk(bavail * bsize, minFreeMegabytes * 2 ** 20)
}

export function judgeDisk(freeBytes: number, minFreeBytes: number): Finding {
  const detail = `${formatSize(freeBytes)} free on the disk that holds the data folder`
  if (freeBytes < minFreeBytes)
    return fail('disk', `${detail}; the server needs ${formatSize(minFreeBytes)}`, 'free some space')
  if (freeBytes < COMFORTABLE_FREE_BYTES)
    return warn('disk', detail, `free ${formatSize(COMFORTABLE_FREE_BYTES)} before you compile maps`)
  return pass('disk', detail)
}

export function judgeMemory(availableBytes: number, datasetBytes: number): Finding {
  const neededBytes = BASE_MEMORY_BYTES + MEMORY_PER_DATASET_BYTE * datasetBytes
  const detail = `${formatSize(availableBytes)} available, about ${formatSize(neededBytes)} needed for the maps in this folder`
  if (availableBytes >= neededBytes) return pass('memory', detail)
  return warn('memory', detail, 'add memory, raise the memory limit of the container, or remove maps you do not serve')
}

/** Compares the clock with the files that this machine wrote. check-stores.ts compares it with a shared database. */
export function checkClock(dataDir: string, nowMs: number): Finding {
  const remedy = 'set the clock, and keep it synchronized with NTP (timedatectl set-ntp true)'
  const now = new Date(nowMs).toISOString()
  if (nowMs < RELEASED_MS) return fail('clock', `it shows ${now}, which is earlier than this release`, remedy)
  const newestMs = Math.max(0, ...listFileTimes(dataDir))
  if (newestMs - nowMs > MAX_FUTURE_MS) {
    return fail(
      'clock',
      `it shows ${now}, but a file in ${dataDir} is from ${new Date(newestMs).toISOString()}`,
      remedy,
    )
  }
  return pass('clock', now)
}

export async function checkPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  if (port === 0) return pass('port', 'a free port is chosen at startup')
  const server = createServer()
  try {
    server.listen({ port, host, exclusive: true })
    await once(server, 'listening')
    return pass('port', `${host}:${port} is free`)
  } catch (error) {
    return await explainPort(host, port, error as NodeJS.ErrnoException)
  } finally {
    server.close()
  }
}

async function explainPort(host: string, port: number, { code, message }: NodeJS.ErrnoException): Promise<Finding> {
  if (code === 'EADDRINUSE') {
    if (await isFairway(host, port)) return pass('port', `a Fairway server responds on ${host}:${port}`)
    return fail('port', `${port} is in use by another program`, 'stop that program, or choose another port with PORT')
  }
  if (code === 'EACCES')
    return fail(
      'port',
      `the current user may not listen on port ${port}`,
      'choose a port above 1023, and put a proxy in front',
    )
  return fail('port', `cannot listen on ${host}:${port} (${message})`, 'check FAIRWAY_HOST and PORT')
}

async function isFairway(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/readyz`
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })
    const body = (await reply.json()) as { checks?: unknown }
    return typeof body.checks === 'object'
  } catch {
    return false
  }
}

function findExistingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : findExistingFolder(dirname(folder))
}

function listFileTimes(folder: string): number[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(folder, entry.name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
}
