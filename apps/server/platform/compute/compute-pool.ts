import type { SeaHandle } from '../../features/sea/runtime/sea-service.ts'
import type { AirspaceHandle } from '../../maps/airspace/airspace-handle.ts'
import type { WorldHandle } from '../../maps/places/place-index.ts'
import type { RegionHandle } from '../../maps/regions/handles.ts'
import type { MapCustomization } from '../../maps/regions/region.ts'
import { epochMs } from '../telemetry/stages.ts'
import { CancelFlag } from './cancel-flag.ts'
import { ComputeThread } from './compute-thread.ts'
import { type OwnerClass, PlanQueue, toOwnerClass } from './plan-queue.ts'
import type { TaskOutcome, TaskOwner, TaskRequest } from './task.ts'

export interface ComputePoolOptions {
  readonly threads: number
  /** The module that every thread runs to serve tasks. */
  readonly module: URL
  readonly customization: MapCustomization
  /** The initial maps of a thread. */
  readonly regions: () => readonly RegionHandle[]
  /** The world gazetteer, if loaded; null when it is disabled. */
  readonly world: () => WorldHandle | undefined | null
  /** The sea network, if loaded; null when it is disabled. */
  readonly sea: () => SeaHandle | undefined | null
  /** The zones and corridors that are already loaded. */
  readonly sky: () => AirspaceHandle
  readonly log: { warn(fields: object, message: string): void }
  /** Limits on waiting tasks per class and per owner, for tests. Short tasks count less. */
  readonly maxWaiting?: number
  readonly maxPerOwner?: number
  /** The maximum wait before a task is rejected, for tests. */
  readonly maxWaitMs?: number
}

export interface PoolStatus {
  readonly running: number
  readonly waiting: number
  readonly refused: number
  readonly lost: number
}

const MAX_WAITING_TASKS = 64
const MAX_TASKS_PER_OWNER = 16
/** Clients should not wait longer than this without knowing whether they will get a reply. */
const MAX_WAIT_MS = 30_000
/** Tasks shorter than this count toward the queue limits as a fraction of a task, but never as zero. */
const FULL_WEIGHT_TASK_MS = 1000
const MIN_TASK_WEIGHT = 1 / 16
/** The estimated duration used until the first task of a kind has finished. */
const DEFAULT_TASK_MS = 1000
const DEFAULT_SHORT_TASK_MS = 20
/** The weight of the last task in the estimate for the next ones. */
const SMOOTHING_FACTOR = 0.2

interface QueuedTask {
  readonly request: TaskRequest
  readonly owner: TaskOwner
  /** The expected duration, estimated from earlier tasks of the same kind. */
  readonly expectedMs: number
  readonly queuedMs: number
  readonly settle: (outcome: TaskOutcome<unknown> | Promise<TaskOutcome<unknown>>) => void
}

/**
 * Threads for work that would delay route requests. They start on demand. If a thread dies, only its current task is
 * lost, and the next task gets a new thread. Owners share thread time in proportion to their weights. Tasks from owners
 * that do not pay never occupy all threads: one thread is reserved for paying owners, and a pool with only one thread
 * starts a second one for them. Short tasks have their own queue and at most half as many additional threads, but at
 * least one.
 */
export class ComputePool {
  readonly name = 'compute pool'
  private readonly options: ComputePoolOptions
  private readonly threads = new Set<ComputeThread>()
  private readonly queue = new PlanQueue<QueuedTask>()
  private readonly shortQueue = new PlanQueue<QueuedTask>()
  private readonly runningTasks: Record<OwnerClass, number> = { paying: 0, other: 0 }
  private runningShortTasks = 0
  private readonly averageTaskMs = new Map<string, number>()
  private refusedCount = 0
  private lostCount = 0
  private startedThreads = 0
  private isStopped = false

  constructor(options: ComputePoolOptions) {
    this.options = options
  }

  status(): PoolStatus {
    const running = this.runningCount + this.runningShortTasks
    return {
      running,
      waiting: this.queue.size + this.shortQueue.size,
      refused: this.refusedCount,
      lost: this.lostCount,
    }
  }

  /** Rejects when the task throws. */
  run(request: TaskRequest): Promise<TaskOutcome<unknown>> {
    const { owner } = request
    const queue = this.queueOf(request)
    const { maxWaitMs = MAX_WAIT_MS } = this.options
    for (const queuedTask of queue.removeWhere(isCancelled)) queuedTask.settle({ kind: 'cancelled' })
    if (this.isStopped || !this.makeRoom(queue, owner)) return Promise.resolve(this.refuseTask(queue, owner))
    return new Promise((settle) => {
      const rejectAfterTimeout = () => {
        for (const queuedTask of queue.removeWhere((candidate) => candidate === newTask))
          queuedTask.settle(this.refuseTask(queue, owner))
      }
      const timer = setTimeout(rejectAfterTimeout, maxWaitMs).unref()
      const newTask: QueuedTask = {
        request,
        owner,
        expectedMs: this.estimateTaskMs(request),
        queuedMs: epochMs(),
        settle: (outcome) => {
          // The request may be large, and must not stay in memory for as long as the timer does.
          clearTimeout(timer)
          settle(outcome)
        },
      }
      queue.push(newTask)
      this.startNextTasks()
    })
  }

  /** Does nothing: each thread starts with the first task that needs it. */
  async start(): Promise<void> {}

  useRegions(regions: readonly RegionHandle[]): void {
    for (const thread of this.threads) thread.useRegions(regions)
  }

  useWorld(world: WorldHandle): void {
    for (const thread of this.threads) thread.useWorld(world)
  }

  useSea(sea: SeaHandle): void {
    for (const thread of this.threads) thread.useSea(sea)
  }

  useSky(sky: AirspaceHandle): void {
    for (const thread of this.threads) thread.useSky(sky)
  }

  async stop(): Promise<void> {
    this.isStopped = true
    for (const queue of [this.queue, this.shortQueue])
      for (const queuedTask of queue.removeWhere(() => true)) queuedTask.settle({ kind: 'lost' })
    await Promise.all([...this.threads].map((thread) => thread.stop()))
  }

  private queueOf({ isShort }: TaskRequest): PlanQueue<QueuedTask> {
    return isShort ? this.shortQueue : this.queue
  }

  /** The number of tasks that are not short. */
  private get runningCount(): number {
    return this.runningTasks.paying + this.runningTasks.other
  }

  /**
   * Whether another task of this owner may wait. Each class has its own limit, so that a flood of other tasks does not
   * fill the queue of paying owners. In a full queue, an owner with few tasks displaces the newest task of the owner
   * with the most tasks.
   */
  private makeRoom(planQueue: PlanQueue<QueuedTask>, owner: TaskOwner): boolean {
    const { maxWaiting = MAX_WAITING_TASKS, maxPerOwner = MAX_TASKS_PER_OWNER } = this.options
    const queue = planQueue.queueOf(toOwnerClass(owner))
    const ownWeight = queue.sumWeights(toTaskWeight, owner.id)
    if (ownWeight >= maxPerOwner) return false
    if (queue.sumWeights(toTaskWeight) < maxWaiting) return true
    const displaced = queue.removeFromLargest(toTaskWeight, ownWeight + 1)
    displaced?.settle(this.refuseTask(planQueue, displaced.owner))
    return displaced !== undefined
  }

  private refuseTask(planQueue: PlanQueue<QueuedTask>, owner: TaskOwner): TaskOutcome<never> {
    this.refusedCount++
    const queue = planQueue.queueOf(toOwnerClass(owner))
    const seconds = queue.sumWeights(({ expectedMs }) => expectedMs) / this.options.threads / 1000
    return { kind: 'busy', retryAfterSeconds: Math.min(60, Math.max(1, Math.ceil(seconds))) }
  }

  private startNextTasks(): void {
    for (;;) {
      const next = this.isStopped ? undefined : this.takeNextTask()
      if (!next) return
      if (isCancelled(next)) {
        this.queueOf(next.request).settle(next, 0)
        next.settle({ kind: 'cancelled' })
      } else next.settle(this.runOnThread(this.findIdleThread(), next))
    }
  }

  private takeNextTask(): QueuedTask | undefined {
    const shortTask = this.shortQueue.shift(
      () => this.runningShortTasks < Math.max(1, Math.floor(this.options.threads / 2)),
    )
    return shortTask ?? this.queue.shift((ownerClass) => this.mayRun(ownerClass))
  }

  private mayRun(ownerClass: OwnerClass): boolean {
    const { threads } = this.options
    if (ownerClass === 'paying') return this.runningCount < threads || (threads === 1 && this.runningTasks.paying === 0)
    return this.runningCount < threads && this.runningTasks.other < Math.max(1, threads - 1)
  }

  private async runOnThread(thread: ComputeThread, task: QueuedTask): Promise<TaskOutcome<unknown>> {
    const { request } = task
    const startMs = performance.now()
    const queue = { name: 'queue', startMs: task.queuedMs, endMs: epochMs() }
    this.countRunning(task, 1)
    try {
      const outcome = await thread.run(request)
      if (outcome.kind === 'lost') this.lostCount++
      if (outcome.kind === 'done' && outcome.stages) return { ...outcome, stages: [queue, ...outcome.stages] }
      return outcome
    } finally {
      const usedMs = performance.now() - startMs
      const expectedMs = this.estimateTaskMs(request)
      this.averageTaskMs.set(toKind(request), expectedMs + SMOOTHING_FACTOR * (usedMs - expectedMs))
      this.countRunning(task, -1)
      this.queueOf(request).settle(task, usedMs)
      // Deferred, so that the code that awaits this outcome runs first.
      setImmediate(() => this.startNextTasks())
    }
  }

  private countRunning({ request, owner }: QueuedTask, difference: number): void {
    if (request.isShort) this.runningShortTasks += difference
    else this.runningTasks[toOwnerClass(owner)] += difference
  }

  private estimateTaskMs(request: TaskRequest): number {
    return this.averageTaskMs.get(toKind(request)) ?? (request.isShort ? DEFAULT_SHORT_TASK_MS : DEFAULT_TASK_MS)
  }

  /** Returns a free thread or a new one. Fewer tasks run than there may be threads. */
  private findIdleThread(): ComputeThread {
    for (const thread of this.threads) if (!thread.isBusy) return thread
    return this.startThread()
  }

  private startThread(): ComputeThread {
    const { module, customization, regions, world, sea, sky, log } = this.options
    const thread: ComputeThread = new ComputeThread({
      module,
      name: `compute-${this.startedThreads++}`,
      customization,
      regions: regions(),
      world: world(),
      sea: sea(),
      sky: sky(),
      onEnd: (error) => {
        this.threads.delete(thread)
        if (this.isStopped) return
        log.warn({ why: error?.message ?? 'it ended' }, 'a compute thread has failed; starting a new one')
        this.startNextTasks()
      },
    })
    this.threads.add(thread)
    return thread
  }
}

/** Tasks whose durations are comparable. */
function toKind({ name, isShort }: TaskRequest): string {
  return isShort ? `${name}, short` : name
}

function toTaskWeight({ expectedMs }: QueuedTask): number {
  return Math.min(1, Math.max(MIN_TASK_WEIGHT, expectedMs / FULL_WEIGHT_TASK_MS))
}

function isCancelled({ request }: QueuedTask): boolean {
  return new CancelFlag(request.cancel).isCancelled
}
