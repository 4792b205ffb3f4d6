import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Unfinished work is named after its process (`host~pid~start~random`). This distinguishes leftovers of killed
 * processes from work in progress. The start time is included because process IDs are reused: in a restarting container
 * it is always the same one.
 */
const SHAPE = /^([^~]+)~(\d+)~(\d+)~[0-9a-f]{16}$/

export function createMark(): string {
  const { pid } = process
  return `${here()}~${pid}~${findStart(pid) ?? '0'}~${randomBytes(8).toString('hex')}`
}

/** Processes of other hosts are not visible here. No process works for this long without writing. */
const ABANDONED_MS = 24 * 3600_000

export function isAbandoned(mark: string, idleMs: number): boolean {
  const [, host, pid, start] = SHAPE.exec(mark) ?? []
  if (host !== here() || pid === undefined) return idleMs > ABANDONED_MS
  return !isAlive(Number(pid), start ?? '0')
}

/** The process of a mark, for messages. */
export function describeOwner(mark: string): string {
  const [, host, pid] = SHAPE.exec(mark) ?? []
  return pid === undefined ? 'another process' : `process ${pid} on ${host}`
}

function isAlive(pid: number, start: string): boolean {
  const found = findStart(pid)
  if (found !== undefined && start !== '0') return found === start
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Start time of a process as Linux counts it. '' for a zombie, undefined elsewhere. */
function findStart(pid: number): string | undefined {
  try {
    // The fields after the process name, which is in parentheses and may contain anything: state first, start time
    // 20th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')
    return fields?.[0] === 'Z' ? '' : fields?.[19]
  } catch {
    return undefined
  }
}

function here(): string {
  return hostname().replace(/[^A-Za-z0-9.-]/g, '-') || 'host'
}
