import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Unfinished work is named after the process that is at it (`host~pid~start~random`), so that somebody else can tell
 * what a killed process has left behind from what another one is writing at this moment. The start is there because
 * numbers of processes come again: in a container that restarts it is always the same one.
 */
const SHAPE = /^([^~]+)~(\d+)~(\d+)~[0-9a-f]{16}$/

export function createMark(): string {
  const { pid } = process
  return `${here()}~${pid}~${findStart(pid) ?? '0'}~${randomBytes(8).toString('hex')}`
}

/** Processes of other hosts cannot be seen from here; nobody works for so long without writing anything. */
const ABANDONED_MS = 24 * 3600_000

export function isAbandoned(mark: string, idleMs: number): boolean {
  const [, host, pid, start] = SHAPE.exec(mark) ?? []
  if (host !== here() || pid === undefined) return idleMs > ABANDONED_MS
  return !isAlive(Number(pid), start ?? '0')
}

/** The process that a mark names, for messages. */
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
    // It is there, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When a process was started, as Linux counts; '' for one that is dead but not yet buried, undefined elsewhere. */
function findStart(pid: number): string | undefined {
  try {
    // After the name, which stands in brackets and may hold anything: state, …, the start as the 20th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')
    return fields?.[0] === 'Z' ? '' : fields?.[19]
  } catch {
    return undefined
  }
}

function here(): string {
  return hostname().replace(/[^A-Za-z0-9.-]/g, '-') || 'host'
}
