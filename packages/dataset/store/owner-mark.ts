import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Pattern of owner marks (`host~pid~start~random`), which name the folders of unfinished work. A mark distinguishes
 * work in progress from leftovers of killed processes. The mark includes the start time, because a restarted container
 * reuses process IDs.
 */
const MARK_PATTERN = /^([^~]+)~(\d+)~(\d+)~[0-9a-f]{16}$/

export function createOwnerMark(): string {
  const { pid } = process
  return `${getHostName()}~${pid}~${findProcessStart(pid) ?? '0'}~${randomBytes(8).toString('hex')}`
}

/**
 * Time in milliseconds after which work of another host counts as abandoned. Processes on other hosts are not visible,
 * but every process writes at shorter intervals than this.
 */
const MAX_IDLE_MS = 24 * 3600_000

export function isAbandoned(ownerMark: string, idleMs: number): boolean {
  const [, host, pid, start] = MARK_PATTERN.exec(ownerMark) ?? []
  if (host !== getHostName() || pid === undefined) return idleMs > MAX_IDLE_MS
  return !isProcessAlive(Number(pid), start ?? '0')
}

/** Describes the process that an owner mark refers to, for messages. */
export function describeOwner(ownerMark: string): string {
  const [, host, pid] = MARK_PATTERN.exec(ownerMark) ?? []
  return pid === undefined ? 'another process' : `process ${pid} on ${host}`
}

function isProcessAlive(pid: number, start: string): boolean {
  const actualStart = findProcessStart(pid)
  if (actualStart !== undefined && start !== '0') return actualStart === start
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Returns the start time of a process on Linux, or an empty string for a zombie. Returns undefined on other systems.
 */
function findProcessStart(pid: number): string | undefined {
  try {
    // Skip the process name in parentheses, which may contain any character. The state is the first field after the
    // name, and the start time is the 20th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')
    return fields?.[0] === 'Z' ? '' : fields?.[19]
  } catch {
    return undefined
  }
}

function getHostName(): string {
  return hostname().replace(/[^A-Za-z0-9.-]/g, '-') || 'host'
}
