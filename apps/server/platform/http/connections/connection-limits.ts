import { readFileSync } from 'node:fs'
import type { ConnectionLimits } from './connection-counts.ts'

interface ConnectionSettings {
  readonly maxConnections: number | undefined
  readonly maxConnectionsPerAddress: number | undefined
}

const MAX_DEFAULT_TOTAL = 10_000
const MAX_DEFAULT_PER_ADDRESS = 1000
const MIN_DEFAULT = 16
/** Share of the open-file limit that connections may use, and the number of files that the server needs. */
const FILE_SHARE = 0.8
const OWN_FILES = 64

/**
 * Returns the configured limits. By default, connections leave enough open files for the server, and one address can
 * use at most a quarter of the connections.
 */
export function toConnectionLimits(settings: ConnectionSettings, maxOpenFiles = readMaxOpenFiles()): ConnectionLimits {
  const fromFiles = Math.max(MIN_DEFAULT, Math.floor(maxOpenFiles * FILE_SHARE) - OWN_FILES)
  const maxTotal = settings.maxConnections ?? Math.min(MAX_DEFAULT_TOTAL, fromFiles)
  const quarter = Math.max(MIN_DEFAULT, Math.ceil(maxTotal / 4))
  return { maxTotal, maxPerAddress: settings.maxConnectionsPerAddress ?? Math.min(MAX_DEFAULT_PER_ADDRESS, quarter) }
}

/** Returns the open-file limit of this process. Returns infinity if the system does not report a limit. */
function readMaxOpenFiles(): number {
  try {
    const line = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
    return line ? Number(line[1]) : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
