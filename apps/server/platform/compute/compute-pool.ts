import type { SkyHandle } from '../../features/air/runtime/sky-handle.ts'
import type { SeaHandle } from '../../features/sea/runtime/sea-service.ts'
import type { RegionHandle } from '../../maps/regions/handles.ts'
import type { MapMaker } from '../../maps/regions/region.ts'
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
  /** The seas, when they are there; null when nobody shall have them. */
  readonly sea: () => SeaHandle | undefined | null
  /** Zones and corridors, as far as they are there. */
  readonly sky: () => SkyHandle
  readonly log: { warn(fields: object, text: string): void }
  /** How many tasks may wait in all, and of one owner, short ones counting less: for tests. */
  readonly mostWaiting?: number
  readonly mostOfOneOwner?: number
  /** How long a task may wait before it is refused: for tests. */
  readonly longestWaitMs?: number
}

export interface PoolStatus {
  readonly running: number
  readonly waiting: number
  readonly refused: number
  readonly lost: number
}

const MOST_WAITING = 64
const MOST_OF_ONE_OWNER = 16
/** Longer nobody waits for an answer without knowing whether there will be one. */
const LONGEST_WAIT_MS = 30_000
/** Tasks that take less than this count as a part of one when it is asked how many wait, but never for nothing. */
const WHOLE_TASK_MS = 1000
const LEAST_PART = 1 / 16
/** Before the first of its kind is done. */
const UNKNOWN_TASK_MS = 1000
/** How much the last task says of how long the next ones will take. */
const LEARNING = 0.2

interface Waiting {
  readonly request: TaskRequest
  /** How long it will take, by those of its kind before. */
  readonly expectedMs: number
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
  private readonly taskMs = new Map<string, number>()
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
    const { longestWaitMs = LONGEST_WAIT_MS } = this.options
    for (const given of this.queue.takeOut(isCancelled)) given.settle({ kind: 'cancelled' })
    const isFull =
      this.queue.sum(partOfTask) >= mostWaiting || this.queue.sum(partOfTask, request.owner) >= mostOfOneOwner
    if (this.stopped || isFull) return Promise.resolve(this.refuse())
    return new Promise((settle) => {
      const giveUp = () => {
        for (const given of this.queue.takeOut((one) => one === waiting)) given.settle(this.refuse())
      }
      const timer = setTimeout(giveUp, longestWaitMs).unref()
      const waiting: Waiting = {
        request,
        expectedMs: this.expect(request.name),
        settle: (outcome) => {
          // What was asked may be large: it shall not live as long as the timer.
          clearTimeout(timer)
          settle(outcome)
        },
      }
      this.queue.push(request.owner, waiting)
      this.goOn()
    })
  }

  useRegions(regions: readonly RegionHandle[]): void {
    for (const thread of this.threads) thread.useRegions(regions)
  }

  useSea(sea: SeaHandle): void {
    for (const thread of this.threads) thread.useSea(sea)
  }

  useSky(sky: SkyHandle): void {
    for (const thread of this.threads) thread.useSky(sky)
  }

  async stop(): Promise<void> {
    this.stopped = true
    for (const given of this.queue.takeOut(() => true)) given.settle({ kind: 'lost' })
    await Promise.all([...this.threads].map((thread) => thread.stop()))
  }

  private refuse(): TaskOutcome<never> {
    this.refused++
    const seconds = this.queue.sum(({ expectedMs }) => expectedMs) / this.options.threads / 1000
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
      const expected = this.expect(request.name)
      this.taskMs.set(request.name, expected + LEARNING * (performance.now() - begun - expected))
      // Not at once: whoever waits for this outcome goes first.
      setImmediate(() => this.goOn())
    }
  }

  private expect(name: string): number {
    return this.taskMs.get(name) ?? UNKNOWN_TASK_MS
  }

  /** One that is free, or a new one as long as there may be more. */
  private findThread(): ComputeThread | undefined {
    for (const thread of this.threads) if (!thread.isBusy) return thread
    return this.threads.size < this.options.threads && !this.stopped ? this.startThread() : undefined
  }

  private startThread(): ComputeThread {
    const { module, maker, regions, sea, sky, log } = this.options
    const thread: ComputeThread = new ComputeThread({
      module,
      name: `compute-${this.started++}`,
      maker,
      regions: regions(),
      sea: sea(),
      sky: sky(),
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

function partOfTask({ expectedMs }: Waiting): number {
  return Math.min(1, Math.max(LEAST_PART, expectedMs / WHOLE_TASK_MS))
}

function isCancelled({ request }: Waiting): boolean {
  return new CancelFlag(request.cancel).isCancelled
}
