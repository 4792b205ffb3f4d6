import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_MESSAGE_POSITIONS, type MessageContent, type MessagePosition } from './position-message.ts'

/** Received message. */
export interface QueuedMessage {
  readonly topic: string
  readonly content: MessageContent
  /** Acknowledges the message to the broker. */
  readonly acknowledge: () => void
}

/** Outcome of a request with the positions of multiple messages. */
export type PushOutcome =
  | { readonly kind: 'stored'; readonly rejected: readonly { readonly index: number; readonly why: string }[] }
  /** The request is invalid and would be refused again. */
  | { readonly kind: 'refused'; readonly why: string }
  /** The positions can be stored later. */
  | { readonly kind: 'retry'; readonly why: string; readonly afterMs?: number }

export interface MessageQueueOptions {
  readonly push: (positions: readonly MessagePosition[]) => Promise<PushOutcome>
  readonly log: { warn(fields: object, message: string): void }
}

/** Number of messages by outcome. Ignored messages contain no position. */
export interface MessageCounts {
  readonly stored: number
  readonly rejected: number
  readonly ignored: number
}

/** Maximum number of waiting messages. The connection reads no further messages until there is room. */
const MAX_WAITING = 5000
const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 30_000

/**
 * Stores messages in the order of their arrival. All messages that arrive during a request go into the next request. A
 * message is acknowledged only after its positions are stored or rejected.
 */
export class MessageQueue {
  private readonly options: MessageQueueOptions
  private readonly waiting: QueuedMessage[] = []
  private readonly onRoom: (() => void)[] = []
  private readonly counts = { stored: 0, rejected: 0, ignored: 0 }
  private readonly end = new AbortController()
  private work: Promise<void> | undefined
  /** Reason why the positions cannot be stored now. */
  problem: string | undefined

  constructor(options: MessageQueueOptions) {
    this.options = options
  }

  getCounts(): MessageCounts {
    return { ...this.counts }
  }

  /** Adds a message and calls back when the next message may be read. */
  add(message: QueuedMessage, readNext: () => void): void {
    this.waiting.push(message)
    if (this.waiting.length < MAX_WAITING) readNext()
    else this.onRoom.push(readNext)
    this.work ??= this.run()
  }

  /** Stops the queue after the current request. The broker sends unacknowledged messages again. */
  async stop(): Promise<void> {
    this.end.abort()
    await this.work
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0 && !this.end.signal.aborted) {
      const messages = this.takeGroup()
      if (!(await this.store(messages))) break
      for (const readNext of this.onRoom.splice(0)) readNext()
    }
    this.work = undefined
  }

  /** Takes as many messages as fit into a request. */
  private takeGroup(): QueuedMessage[] {
    let positionCount = 0
    const end = this.waiting.findIndex(({ content }) => {
      positionCount += 'positions' in content ? content.positions.length : 0
      return positionCount > MAX_MESSAGE_POSITIONS
    })
    return this.waiting.splice(0, end < 0 ? this.waiting.length : end)
  }

  /** Stores the messages. Returns false if the queue was stopped before the messages were stored. */
  private async store(messages: readonly QueuedMessage[]): Promise<boolean> {
    const positions = messages.flatMap(({ content }) => ('positions' in content ? content.positions : []))
    const outcome =
      positions.length > 0 ? await this.pushUntilDone(positions) : { kind: 'stored' as const, rejected: [] }
    if (!outcome) return false
    const whyByIndex = new Map(outcome.kind === 'stored' ? outcome.rejected.map(({ index, why }) => [index, why]) : [])
    let first = 0
    for (const { topic, content, acknowledge } of messages) {
      if ('why' in content) {
        this.reject(topic, content.why)
      } else {
        const reasons = content.positions.flatMap((_, positionIndex) => whyByIndex.get(first + positionIndex) ?? [])
        first += content.positions.length
        const reason = outcome.kind === 'refused' && content.positions.length > 0 ? outcome.why : reasons[0]
        if (reason !== undefined) this.reject(topic, reason)
        else this.counts[content.positions.length > 0 ? 'stored' : 'ignored']++
      }
      acknowledge()
    }
    return true
  }

  private async pushUntilDone(
    positions: readonly MessagePosition[],
  ): Promise<Exclude<PushOutcome, { kind: 'retry' }> | undefined> {
    for (let pauseMs = FIRST_RETRY_MS; !this.end.signal.aborted; pauseMs = Math.min(MAX_RETRY_MS, 2 * pauseMs)) {
      const outcome = await this.options.push(positions)
      if (outcome.kind !== 'retry') {
        this.problem = undefined
        return outcome
      }
      if (this.problem !== outcome.why)
        this.options.log.warn({ why: outcome.why }, 'MQTT messages cannot be stored now')
      this.problem = outcome.why
      await sleep(outcome.afterMs ?? pauseMs, undefined, { signal: this.end.signal }).catch(() => {})
    }
    return undefined
  }

  private reject(topic: string, reason: string): void {
    this.counts.rejected++
    this.options.log.warn({ topic: topic.slice(0, 200), why: reason }, 'MQTT message rejected')
  }
}
