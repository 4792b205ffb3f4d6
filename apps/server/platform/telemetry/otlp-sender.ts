interface OtlpSenderOptions<T> {
  /** Collector URL, such as http://localhost:4318/v1/traces. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Converts a batch to the body of a request. */
  readonly toBody: (items: readonly T[]) => object
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
  readonly intervalMs?: number
}

const INTERVAL_MS = 5000
const BATCH_ITEMS = 512
/** Maximum number of waiting items. Further items are dropped, because telemetry must never fill the memory. */
const MAX_WAITING_ITEMS = 4096
const TIMEOUT_MS = 10_000

/**
 * Sends items in batches to a collector, as OTLP over HTTP with JSON bodies. API requests never wait for the collector.
 */
export class OtlpSender<T> {
  private readonly options: OtlpSenderOptions<T>
  private readonly timer: NodeJS.Timeout
  private items: T[] = []
  private droppedItemCount = 0
  private sending: Promise<void> | undefined
  private isFailing = false

  constructor(options: OtlpSenderOptions<T>) {
    this.options = options
    this.timer = setInterval(() => void this.flush(), options.intervalMs ?? INTERVAL_MS).unref()
  }

  add(item: T): void {
    if (this.items.length >= MAX_WAITING_ITEMS) {
      this.droppedItemCount++
      return
    }
    this.items.push(item)
    if (this.items.length >= BATCH_ITEMS) void this.flush()
  }

  /** Resolves when all waiting items have been sent or have failed once. */
  async flush(): Promise<void> {
    while (this.sending) await this.sending
    if (this.items.length === 0) return
    this.sending = this.send(this.items.splice(0, BATCH_ITEMS)).finally(() => {
      this.sending = undefined
    })
    await this.sending
    if (!this.isFailing) await this.flush()
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.flush()
  }

  private async send(batch: readonly T[]): Promise<void> {
    const { url, headers, toBody, log } = this.options
    try {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(toBody(batch)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`the collector returned ${reply.status}`)
      if (this.isFailing) log.info({ dropped: this.droppedItemCount }, 'telemetry can be sent again')
      this.isFailing = false
      this.droppedItemCount = 0
    } catch (error) {
      this.droppedItemCount += batch.length
      if (!this.isFailing) log.warn({ why: (error as Error).message }, 'telemetry cannot be sent and is dropped')
      this.isFailing = true
    }
  }
}
