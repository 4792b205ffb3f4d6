/** Owner of waiting requests, for example an account. */
export interface RequestOwner {
  readonly id: string
  /** Relative share of the thread while several owners have waiting requests. */
  readonly weight: number
}

interface WaitingRequest {
  readonly arrivedAt: number
  begin(waitedMs: number): void
}

/** Waiting requests of one owner. */
interface OwnerQueue {
  readonly id: string
  weight: number
  readonly requests: WaitingRequest[]
  /** Time in milliseconds that the owner may still use before it is the next owner's turn. */
  creditMs: number
}

/**
 * Time in milliseconds for starting requests per turn of the event loop. Requests that arrive later in the same turn
 * wait for the next one.
 */
export const TURN_MS = 2
/** Time in milliseconds that an owner of weight 1 gets per round. */
const CREDIT_MS = 0.1

/**
 * Shares a thread among callers while more requests arrive than it can start in one turn of the event loop. Like
 * FQ-CoDel (RFC 8290), it serves owners in rounds by the time that their requests take. An owner without waiting requests
 * starts in front of all others, so that a caller with few requests hardly waits for callers with many.
 */
export class RequestTurns {
  private readonly queues = new Map<string, OwnerQueue>()
  /** Owners in their first round. */
  private readonly newQueues = new Set<OwnerQueue>()
  private readonly oldQueues = new Set<OwnerQueue>()
  private readonly now: () => number
  private turnStartedAt: number | undefined
  private plannedTurn: NodeJS.Immediate | undefined
  private size = 0

  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /** Number of waiting requests. */
  get waitingCount(): number {
    return this.size
  }

  /** Returns whether a request may start immediately. Otherwise, it must wait. */
  mayBegin(): boolean {
    if (this.size > 0) return false
    if (this.turnStartedAt !== undefined) return this.now() - this.turnStartedAt < TURN_MS
    this.turnStartedAt = this.now()
    this.planTurn()
    // The end of a turn needs no additional turn, unless there are waiting requests.
    this.plannedTurn?.unref()
    return true
  }

  /** Starts the request when it is the owner's turn. Call this method only if the request may not begin immediately. */
  wait({ id, weight }: RequestOwner, begin: WaitingRequest['begin']): void {
    let queue = this.queues.get(id)
    if (!queue) {
      queue = { id, weight, requests: [], creditMs: CREDIT_MS * weight }
      this.queues.set(id, queue)
      this.newQueues.add(queue)
    }
    queue.weight = weight
    queue.requests.push({ arrivedAt: this.now(), begin })
    this.size++
    this.plannedTurn?.ref()
  }

  private planTurn(): void {
    this.plannedTurn = setImmediate(this.startTurn)
  }

  private readonly startTurn = (): void => {
    this.turnStartedAt = undefined
    if (this.size === 0) return this.forgetOwners()
    let now = this.now()
    const endMs = now + TURN_MS
    while (now < endMs) {
      const queue = this.chooseQueue()
      const request = queue?.requests.shift()
      if (!queue || !request) return
      this.size--
      request.begin(now - request.arrivedAt)
      const usedMs = this.now() - now
      queue.creditMs -= usedMs
      now += usedMs
    }
    if (this.size > 0) this.planTurn()
  }

  private forgetOwners(): void {
    this.queues.clear()
    this.newQueues.clear()
    this.oldQueues.clear()
  }

  private chooseQueue(): OwnerQueue | undefined {
    for (;;) {
      const queue = firstOf(this.newQueues) ?? firstOf(this.oldQueues)
      if (!queue) return undefined
      const mustWait = queue.creditMs <= 0
      if (queue.requests.length > 0 && !mustWait) return queue
      const isNew = this.newQueues.delete(queue)
      this.oldQueues.delete(queue)
      if (mustWait) queue.creditMs += CREDIT_MS * queue.weight
      // An owner that starts one request at a time must not be new each time, unless nobody else is waiting.
      if (mustWait || (isNew && this.oldQueues.size > 0)) this.oldQueues.add(queue)
      else this.queues.delete(queue.id)
    }
  }
}

function firstOf(queues: Set<OwnerQueue>): OwnerQueue | undefined {
  return queues.values().next().value
}
