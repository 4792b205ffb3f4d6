import type { Logger } from 'pino'

/** Periodic work. The first failing round is logged, and so is the next one that succeeds. */
export class PeriodicRunner {
  private readonly logger: Logger
  private readonly timers: NodeJS.Timeout[] = []
  private readonly running = new Set<Promise<void>>()

  constructor(logger: Logger) {
    this.logger = logger
  }

  /**
   * The first round runs after `firstMs`, by default the usual interval. Rare work needs a shorter delay, or a server
   * that restarts more often would never do it.
   */
  schedule(ms: number, name: string, work: () => Promise<void>, firstMs = ms): void {
    let busy = false
    let failing = false
    const round = async (): Promise<void> => {
      try {
        await work()
        if (failing) this.logger.info({ round: name }, 'works again')
        failing = false
      } catch (error) {
        if (!failing) this.logger.warn({ round: name, why: (error as Error).message }, 'failed; will be retried')
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

  /** Starts no new rounds and waits for those in progress. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer)
    await Promise.all(this.running)
  }
}
