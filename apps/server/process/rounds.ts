import type { Logger } from 'pino'

/** Work that comes round again and again. A round that fails is told once, and once more when it works again. */
export class Rounds {
  private readonly logger: Logger
  private readonly timers: NodeJS.Timeout[] = []
  private readonly running = new Set<Promise<void>>()

  constructor(logger: Logger) {
    this.logger = logger
  }

  /**
   * The first one comes after as long as all others, unless it is told when: what is due rarely must not wait for a
   * server that is restarted more often than that.
   */
  every(ms: number, name: string, work: () => Promise<void>, firstMs = ms): void {
    let busy = false
    let failing = false
    const round = async (): Promise<void> => {
      try {
        await work()
        if (failing) this.logger.info({ round: name }, 'works again')
        failing = false
      } catch (error) {
        if (!failing) this.logger.warn({ round: name, why: (error as Error).message }, 'failed; will be tried again')
        failing = true
      }
    }
    const start = (): void => {
      if (busy) return
      busy = true
      const run = round().finally(() => {
        busy = false
        this.running.delete(run)
      })
      this.running.add(run)
    }
    const first = setTimeout(() => {
      start()
      this.timers.push(setInterval(start, ms))
    }, firstMs)
    this.timers.push(first)
  }

  /** No new rounds; those that run end first. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer)
    await Promise.all(this.running)
  }
}
