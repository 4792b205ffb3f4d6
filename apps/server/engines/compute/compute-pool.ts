import type { RegionHandle } from '../handles.ts'
import type { MapMaker } from '../region.ts'
import { CancelFlag } from './cancel-flag.ts'
import { ComputeThread } from './compute-thread.ts'
import { FairQueue } from './fair-queue.ts'
import type { TaskOutcome, TaskRequest } from './task.ts'

export interface ComputePoolOptions {
  readonly threads: number
  /** What every thread runs: a module that serves tasks. */
  readonly module: URL
  readonly maker: MapMaker
  /** The maps a thread begins with. */
  readonly regions: () => readonly RegionHandle[]
  readonly log: { warn(fields: object, text: string): void }
  /** How many tasks may wait in all, and of one owner: for tests. */
  readonly mostWaiting?: number
  readonly mostOfOneOwner?: number
}

export interface PoolStatus {
  readonly running: number
  readonly waiting: number
  readonly refused: number
  readonly lost: number
}

const MOST_WAITING = 64
const MOST_OF_ONE_OWNER = 16
/** How much the last task says of how long the next ones will take. */
const LEARNING = 0.2

interface Waiting {
  readonly request: TaskRequest
  readonly settle: (outcome: TaskOutcome<unknown> | Promise<TaskOutcome<unknown>>) => void
}

/**
 * The threads for work that would keep a route waiting. They are started when there is work for them, and one that ends
 * under its task takes no other with it: the next task has a new one.
 */
export class ComputePool {
  private readonly options: ComputePoolOptions
  private readonly threads = new Set<ComputeThread>()
  private readonly queue = new FairQueue<Waiting>()
  private taskMs = 1000
  private refused = 0
  private lost = 0
  private started = 0
  private stopped = false

  constructor(options: ComputePoolOptions) {
    this.options = options
  }

  status(): PoolStatus {
    const running = [...this.threads].filter(({ isBusy }) => isBusy).length
    return { running, waiting: this.queue.size, refused: this.refused, lost: this.lost }
  }

  /** Rejects when the task throws. */
  run(request: TaskRequest): Promise<TaskOutcome<unknown>> {
    const { mostWaiting = MOST_WAITING, mostOfOneOwner = MOST_OF_ONE_OWNER } = this.options
    for (const given of this.queue.takeOut(isCancelled)) given.settle({ kind: 'cancelled' })
    const isFull = this.queue.size >= mostWaiting || this.queue.sizeOf(request.owner) >= mostOfOneOwner
    if (this.stopped || isFull) return Promise.resolve(this.refuse())
    return new Promise((settle) => {
      this.queue.push(request.owner, { request, settle })
      this.goOn()
    })
  }

  useRegions(regions: readonly RegionHandle[]): void {
    for (const thread of this.threads) thread.useRegions(regions)
  }

  async stop(): Promise<void> {
    this.stopped = true
    for (const given of this.queue.takeOut(() => true)) given.settle({ kind: 'lost' })
    await Promise.all([...this.threads].map((thread) => thread.stop()))
  }

  private refuse(): TaskOutcome<never> {
    this.refused++
    const seconds = (this.queue.size * this.taskMs) / this.options.threads / 1000
    return { kind: 'busy', retryAfterSeconds: Math.min(60, Math.max(1, Math.ceil(seconds))) }
  }

  private goOn(): void {
    for (;;) {
      const thread = this.queue.size > 0 ? this.findThread() : undefined
      const next = thread && this.queue.shift()
      if (!thread || !next) return
      if (isCancelled(next)) next.settle({ kind: 'cancelled' })
      else next.settle(this.runOn(thread, next.request))
    }
  }

  private async runOn(thread: ComputeThread, request: TaskRequest): Promise<TaskOutcome<unknown>> {
    const begun = performance.now()
    try {
      const outcome = await thread.run(request)
      if (outcome.kind === 'lost') this.lost++
      return outcome
    } finally {
      this.taskMs += LEARNING * (performance.now() - begun - this.taskMs)
      // Not at once: whoever waits for this outcome goes first.
      setImmediate(() => this.goOn())
    }
  }

  /** One that is free, or a new one as long as there may be more. */
  private findThread(): ComputeThread | undefined {
    for (const thread of this.threads) if (!thread.isBusy) return thread
    return this.threads.size < this.options.threads && !this.stopped ? this.startThread() : undefined
  }

  private startThread(): ComputeThread {
    const { module, maker, regions, log } = this.options
    const thread: ComputeThread = new ComputeThread({
      module,
      name: `compute-${this.started++}`,
      maker,
      regions: regions(),
      onEnd: (error) => {
        this.threads.delete(thread)
        if (this.stopped) return
        log.warn({ why: error?.message ?? 'it ended' }, 'a compute thread has failed; another one takes its place')
        this.goOn()
      },
    })
    this.threads.add(thread)
    return thread
  }
}

function isCancelled({ request }: Waiting): boolean {
  return new CancelFlag(request.cancel).isCancelled
}
