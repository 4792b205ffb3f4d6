import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { storeEnvironment } from '../support/servers/server-process.ts'
import type { StoreSettings } from '../support/servers/stores.ts'

export const command = fileURLToPath(new URL('../../apps/server/bin/fairway.js', import.meta.url))

export interface CliOptions {
  readonly store?: StoreSettings
  readonly env?: Record<string, string>
}

export interface CliRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Maximum run time of a command in milliseconds, which is long enough even for a busy machine. */
const PATIENCE_MS = 120_000

/** Runs `fairway …` in a separate process until it exits. */
export function runCli(args: readonly string[], { store, env }: CliOptions = {}): Promise<CliRun> {
  const environment = { ...process.env, ...(store ? storeEnvironment(store) : {}), ...env }
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [command, ...args],
      { env: environment, timeout: PATIENCE_MS },
      (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number') reject(error)
        else resolve({ code: Number(error?.code ?? 0), stdout, stderr })
      },
    )
  })
}

/** Returns the object that a command prints with --json. The command must succeed and print nothing else. */
export async function runJson<T = Record<string, unknown>>(args: readonly string[], options: CliOptions): Promise<T> {
  const { code, stdout, stderr } = await runCli([...args, '--json'], options)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as T
}
