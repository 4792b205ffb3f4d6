import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AttackCounts, AttackTarget } from './flood-attacks.ts'

/** Message to the flooding process that starts an attack or ends the current attack. */
export type FloodOrder = { readonly attack: string; readonly target: AttackTarget } | 'end'

/** Message from the flooding process after all connections of the attack are closed. */
export interface FloodReport {
  readonly statuses: readonly (readonly [number, number])[]
  readonly withoutRetryAfter: number
}

const script = fileURLToPath(new URL('./flood-client-process.ts', import.meta.url))

/**
 * Floods the server from a separate process with low priority. Real clients run on other machines, so this process must
 * not take CPU time from the server and the light requests.
 */
export class FloodClient {
  private readonly child: ChildProcess

  constructor() {
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
    this.child = spawn('nice', ['-n', '15', process.execPath, script], { stdio: [...stdio] })
  }

  begin(attack: string, target: AttackTarget): void {
    this.send({ attack, target })
  }

  async end(): Promise<AttackCounts> {
    const report = once(this.child, 'message')
    this.send('end')
    const [{ statuses, withoutRetryAfter }] = (await report) as [FloodReport]
    return { statuses: new Map(statuses), withoutRetryAfter }
  }

  close(): void {
    this.child.disconnect()
  }

  private send(order: FloodOrder): void {
    this.child.send(order)
  }
}
