import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

export interface LightLoadOptions {
  readonly url: string
  readonly key: string
  readonly perSecond: number
}

/** Light request with its send time, its duration and its status. Status 0 means no reply. */
export interface LightSample {
  readonly atMs: number
  /** Delay of the request in milliseconds, which occurs when the client waits for a CPU core. */
  readonly lateMs: number
  readonly ms: number
  readonly status: number
}

const THREAD_NAME = 'light-load'

/** Sends light requests at a steady rate from a separate thread, which the flooding client does not delay. */
export class LightLoad {
  readonly samples: LightSample[] = []
  private readonly worker: Worker

  constructor(options: LightLoadOptions) {
    this.worker = new Worker(new URL('./light-load-thread.ts', import.meta.url), {
      name: THREAD_NAME,
      workerData: options,
    })
    this.worker.on('message', (sample: LightSample) => this.samples.push(sample))
  }

  /** Resolves when requests are being sent, with whether the thread never waits for a CPU core. */
  async ready(): Promise<boolean> {
    await once(this.worker, 'message')
    return useRealTimePriority(THREAD_NAME)
  }

  between(fromMs: number, untilMs: number): LightSample[] {
    return this.samples.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs)
  }

  async stop(): Promise<void> {
    await this.worker.terminate()
  }
}

/** Returns the 99th percentile of a field, which defaults to the time until the reply. */
export function findP99(samples: readonly LightSample[], field: 'ms' | 'lateMs' = 'ms'): number {
  const sorted = samples.map((sample) => sample[field]).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0
}

/**
 * Gives a thread real-time priority, so that it does not wait for the CPU cores that the server is using. Real clients
 * run on other machines. Returns false if the system or its permissions do not allow it.
 */
function useRealTimePriority(threadName: string): boolean {
  if (process.platform !== 'linux') return false
  const thread = readdirSync('/proc/self/task').find(
    (id) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim() === threadName,
  )
  return thread !== undefined && spawnSync('chrt', ['--fifo', '--pid', '1', thread]).status === 0
}
