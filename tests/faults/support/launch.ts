import { fileURLToPath } from 'node:url'
import { type ProcessOptions, type RunningProcess, startProcess } from '../../support/servers/processes.ts'
import { storeEnvironment, withoutMaps } from '../../support/servers/server-process.ts'
import type { StoreSettings } from '../../support/servers/stores.ts'
import { patient } from './plans.ts'

const command = fileURLToPath(new URL('../../../apps/server/bin/fairway.js', import.meta.url))

export interface LaunchOptions extends Omit<ProcessOptions, 'env'> {
  readonly store: StoreSettings
  /** Program, with its arguments, that starts the server. */
  readonly through?: readonly string[]
  readonly env?: Record<string, string>
  readonly args?: readonly string[]
}

/** Starts `fairway serve` without waiting until it is ready, for servers that are expected to wait or give up. */
export function launchServer({ store, env, args, through = [], ...options }: LaunchOptions): RunningProcess {
  const serve = [process.execPath, command, 'serve', '--port', '0', '--threads', '1', ...(args ?? [])]
  const [program = process.execPath, ...rest] = [...through, ...serve]
  return startProcess(program, rest, {
    ...options,
    env: { ...process.env, ...patient, ...withoutMaps, FAIRWAY_DRAIN_S: '0', ...storeEnvironment(store), ...env },
  })
}

/** Returns the human-readable lines of the log. */
export function lastWords(process: RunningProcess): string {
  return process
    .output()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'))
    .join('\n')
}
