import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Unfinished work is named after its process (`host~pid~start~random`). This distinguishes leftovers of killed
 * processes from work in progress. The start time is included because process IDs are reused: a restarted container
 * always gets the same one.
 */
const MARK_PATTERN = /^([^~]+)~(\d+)~(\d+)~[0-9a-f]{16}$/

export function createOwnerMark(): string {
  const { pid } = process
  return `${getHostName()}~${pid}~${findProcessStart(pid) ?? '0'}~${randomBytes(8).toString('hex')}`
}

/** Processes on other hosts are not visible here. No process works for this long without writing. */
const MAX_IDLE_MS = 24 * 3600_000

export function isAbandoned(ownerMark: string, idleMs: number): boolean {
  const [, host, pid, start] = MARK_PATTERN.exec(ownerMark) ?? []
  if (host !== getHostName() || pid === undefined) return idleMs > MAX_IDLE_MS
  return !isProcessAlive(Number(pid), start ?? '0')
}

/** Describes the process that an owner mark refers to, for use in messages. */
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
    // The process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Start time of a process as reported by Linux. '' for a zombie, undefined on other systems. */
function findProcessStart(pid: number): string | undefined {
  try {
    // The fields after the process name, which is in parentheses and may contain anything: state first, start time
    // 20th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')
    return fields?.[0] === 'Z' ? '' : fields?.[19]
  } catch {
    return undefined
  }
}

function getHostName(): string {
  return hostname().replace(/[^A-Za-z0-9.-]/g, '-') || 'host'
}
