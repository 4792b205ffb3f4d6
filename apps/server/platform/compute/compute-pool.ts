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
  /** The module that every thread runs to serve tasks. */
  readonly module: URL
  readonly maker: MapMaker
  /** The initial maps of a thread. */
  readonly regions: () => readonly RegionHandle[]
  /** The sea network, if loaded; null when it is disabled. */
  readonly sea: () => SeaHandle | undefined | null
  /** Zones and corridors, as far as they are loaded. */
  readonly sky: () => SkyHandle
  readonly log: { warn(fields: object, text: string): void }
  /** Limits of waiting tasks in total and per owner, for tests. Short tasks count less. */
  readonly mostWaiting?: number
  readonly mostOfOneOwner?: number
  /** The maximum wait before a task is rejected, for tests. */
  readonly longestWaitMs?: number
}

export interface PoolStatus {
  readonly running: number
  readonly waiting: number
  readonly refused: number
  readonly lost: number
}

const MAX_WAITING = 64
const MAX_OF_ONE_OWNER = 16
/** Clients do not wait longer without knowing whether they will get a reply. */
const LONGEST_WAIT_MS = 30_000
/** In queue limits, tasks shorter than this count as a fraction of a task, but never as zero. */
const WHOLE_TASK_MS = 1000
const MIN_PART = 1 / 16
/** The estimate before the first task of its kind is done. */
const UNKNOWN_TASK_MS = 1000
/** The weight of the last task in the estimate for the next ones. */
const LEARNING = 0.2

interface Waiting {
  readonly request: TaskRequest
  /** Expected duration, from earlier tasks of its kind. */
  readonly expectedMs: number
  readonly settle: (outcome: TaskOutcome<unknown> | Promise<TaskOutcome<unknown>>) => void
}

/**
 * Threads for work that would delay route requests. They start on demand. If a thread dies, only its current task is
 * lost, and the next task gets a new thread.
 */
export class ComputePool {
  readonly name = 'compute pool'
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
    const { mostWaiting = MAX_WAITING, mostOfOneOwner = MAX_OF_ONE_OWNER } = this.options
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
          // The request may be large and must not live as long as the timer.
          clearTimeout(timer)
          settle(outcome)
        },
      }
      this.queue.push(request.owner, waiting)
      this.goOn()
    })
  }

  /** Does nothing: each thread starts with the first task that needs it. */
  async start(): Promise<void> {}

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
      // Deferred, so that the code that awaits this outcome runs first.
      setImmediate(() => this.goOn())
    }
  }

  private expect(name: string): number {
    return this.taskMs.get(name) ?? UNKNOWN_TASK_MS
  }

  /** Returns a free thread, or a new one while the limit allows it. */
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
        log.warn({ why: error?.message ?? 'it ended' }, 'a compute thread has failed; starting a new one')
        this.goOn()
      },
    })
    this.threads.add(thread)
    return thread
  }
}

function partOfTask({ expectedMs }: Waiting): number {
  return Math.min(1, Math.max(MIN_PART, expectedMs / WHOLE_TASK_MS))
}

function isCancelled({ request }: Waiting): boolean {
  return new CancelFlag(request.cancel).isCancelled
}
