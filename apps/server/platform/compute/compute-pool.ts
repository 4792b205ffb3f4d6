import type { SeaHandle } from '../../features/sea/runtime/sea-service.ts'
import type { AirspaceHandle } from '../../maps/airspace/airspace-handle.ts'
import type { WorldHandle } from '../../maps/places/place-index.ts'
import type { MapHealth, RegionHandle } from '../../maps/regions/handles.ts'
import type { MapCustomization } from '../../maps/regions/region.ts'
import { epochMs } from '../telemetry/stages.ts'
import { CancelFlag } from './cancel-flag.ts'
import { ComputeThread } from './compute-thread.ts'
import { type OwnerClass, PlanQueue, toOwnerClass } from './plan-queue.ts'
import type { TaskOutcome, TaskOwner, TaskRequest } from './task.ts'

export interface ComputePoolOptions {
  readonly threads: number
  /** Module that every thread runs to serve tasks. */
  readonly module: URL
  readonly customization: MapCustomization
  /** Returns the state of the maps, as for /readyz. */
  readonly describeMapHealth: () => Promise<MapHealth>
  /** Returns the initial maps of a thread. */
  readonly regions: () => readonly RegionHandle[]
  /** Returns the world gazetteer, undefined if it is not loaded, or null if it is disabled. */
  readonly world: () => WorldHandle | undefined | null
  /** Returns the sea network, undefined if it is not loaded, or null if it is disabled. */
  readonly getSeaHandle: () => SeaHandle | undefined | null
  /** Returns the zones and corridors that are already loaded. */
  readonly sky: () => AirspaceHandle
  readonly log: { warn(fields: object, message: string): void }
  /** Limits on waiting tasks per class and per owner, for tests. Short tasks count as a fraction of a task. */
  readonly maxWaiting?: number
  readonly maxPerOwner?: number
  /** Maximum wait before a task is rejected, in milliseconds, for tests. */
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
/** Maximum time that a task waits in the queue. Its client does not know during this time whether a reply will come. */
const MAX_WAIT_MS = 30_000
/**
 * Duration from which a task counts fully toward the queue limits. Shorter tasks count as a fraction of at least
 * `MIN_TASK_WEIGHT`.
 */
const FULL_WEIGHT_TASK_MS = 1000
const MIN_TASK_WEIGHT = 1 / 16
/** Estimated duration of a task if no task of the same kind has finished yet. */
const DEFAULT_TASK_MS = 1000
const DEFAULT_SHORT_TASK_MS = 20
/** Weight of the latest task in the estimated duration. */
const SMOOTHING_FACTOR = 0.2

interface QueuedTask {
  readonly request: TaskRequest
  readonly owner: TaskOwner
  /** Expected duration in milliseconds, estimated from earlier tasks of the same kind. */
  readonly expectedMs: number
  readonly queuedMs: number
  readonly settle: (outcome: TaskOutcome<unknown> | Promise<TaskOutcome<unknown>>) => void
}

/**
 * Thread pool for work that would delay route requests. Threads start on demand. If a thread dies, only its current
 * task is lost, and the next task starts a new thread. Owners share thread time in proportion to their weights. One
 * thread is reserved for paying owners, so that other owners never occupy all threads. A pool with only one thread
 * starts a second thread for paying owners. Short tasks have a separate queue and additional threads: at least one, and
 * at most half as many as the other tasks have.
 */
export class ComputePool {
  readonly name = 'compute pool'
  private readonly options: ComputePoolOptions
  private readonly threads = new Set<ComputeThread>()
  private readonly queue = new PlanQueue<QueuedTask>()
  private readonly shortQueue = new PlanQueue<QueuedTask>()
  private readonly runningTasks: Record<OwnerClass, number> = { paying: 0, other: 0 }
  private runningShortTaskCount = 0
  private readonly averageTaskMs = new Map<string, number>()
  private refusedCount = 0
  private lostCount = 0
  private startedThreadCount = 0
  private isStopped = false

  constructor(options: ComputePoolOptions) {
    this.options = options
  }

  status(): PoolStatus {
    const running = this.runningCount + this.runningShortTaskCount
    return {
      running,
      waiting: this.queue.size + this.shortQueue.size,
      refused: this.refusedCount,
      lost: this.lostCount,
    }
  }

  /** Runs a task. Rejects if the task throws an error. */
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
          // The timer would keep the request in memory, and the request may be large.
          clearTimeout(timer)
          settle(outcome)
        },
      }
      queue.push(newTask)
      this.startNextTasks()
    })
  }

  /** Does nothing, because each thread starts with the first task that needs it. */
  async start(): Promise<void> {}

  useRegions(regions: readonly RegionHandle[]): void {
    for (const thread of this.threads) thread.useRegions(regions)
  }

  useWorld(world: WorldHandle): void {
    for (const thread of this.threads) thread.useWorld(world)
  }

  useSea(seaHandle: SeaHandle): void {
    for (const thread of this.threads) thread.useSea(seaHandle)
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

  /** Number of running tasks that are not short. */
  private get runningCount(): number {
    return this.runningTasks.paying + this.runningTasks.other
  }

  /**
   * Returns whether another task of this owner may wait. Each class has a separate limit, so that other tasks cannot
   * fill the queue of paying owners. In a full queue, an owner with few tasks displaces the newest task of the owner
   * with the most tasks.
   */
  private makeRoom(planQueue: PlanQueue<QueuedTask>, owner: TaskOwner): boolean {
    const { maxWaiting = MAX_WAITING_TASKS, maxPerOwner = MAX_TASKS_PER_OWNER } = this.options
    const queue = planQueue.queueOf(toOwnerClass(owner))
    const ownWeight = queue.sumWeights(toTaskWeight, owner.id)
    if (ownWeight >= maxPerOwner) return false
    if (queue.sumWeights(toTaskWeight) < maxWaiting) return true
    const displacedTask = queue.removeFromLargest(toTaskWeight, ownWeight + 1)
    displacedTask?.settle(this.refuseTask(planQueue, displacedTask.owner))
    return displacedTask !== undefined
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
      () => this.runningShortTaskCount < Math.max(1, Math.floor(this.options.threads / 2)),
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
      // The next task starts in a later turn, so that the code that awaits this outcome runs first.
      setImmediate(() => this.startNextTasks())
    }
  }

  private countRunning({ request, owner }: QueuedTask, difference: number): void {
    if (request.isShort) this.runningShortTaskCount += difference
    else this.runningTasks[toOwnerClass(owner)] += difference
  }

  private estimateTaskMs(request: TaskRequest): number {
    return this.averageTaskMs.get(toKind(request)) ?? (request.isShort ? DEFAULT_SHORT_TASK_MS : DEFAULT_TASK_MS)
  }

  /** Returns an idle thread or starts a new one. The number of running tasks is always below the thread limit here. */
  private findIdleThread(): ComputeThread {
    for (const thread of this.threads) if (!thread.isBusy) return thread
    return this.startThread()
  }

  private startThread(): ComputeThread {
    const { module, customization, describeMapHealth, regions, world, getSeaHandle, sky, log } = this.options
    const thread: ComputeThread = new ComputeThread({
      module,
      name: `compute-${this.startedThreadCount++}`,
      customization,
      describeMapHealth,
      regions: regions(),
      world: world(),
      seaHandle: getSeaHandle(),
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

/** Returns the kind of a task. Tasks of the same kind have comparable durations. */
function toKind({ name, isShort }: TaskRequest): string {
  return isShort ? `${name}, short` : name
}

function toTaskWeight({ expectedMs }: QueuedTask): number {
  return Math.min(1, Math.max(MIN_TASK_WEIGHT, expectedMs / FULL_WEIGHT_TASK_MS))
}

function isCancelled({ request }: QueuedTask): boolean {
  return new CancelFlag(request.cancel).isCancelled
}
