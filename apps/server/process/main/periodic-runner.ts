import type { Logger } from 'pino'

/** Runs periodic work. The first failing round is logged, and so is the next successful round. */
export class PeriodicRunner {
  private readonly logger: Logger
  private readonly timers: NodeJS.Timeout[] = []
  private readonly runningTasks = new Set<Promise<void>>()

  constructor(logger: Logger) {
    this.logger = logger
  }

  /**
   * Schedules work. The first round runs after `firstMs`, which defaults to the interval. Infrequent work needs a
   * shorter first delay. Otherwise, a server that restarts often would never run it.
   */
  schedule(ms: number, name: string, work: () => Promise<void>, firstMs = ms): void {
    let isBusy = false
    let isFailing = false
    const runOnce = async (): Promise<void> => {
      try {
        await work()
        if (isFailing) this.logger.info({ round: name }, 'a periodic task works again')
        isFailing = false
      } catch (error) {
        if (!isFailing)
          this.logger.warn({ round: name, why: (error as Error).message }, 'a periodic task failed and will be retried')
        isFailing = true
      }
    }
    const start = (): void => {
      if (isBusy) return
      isBusy = true
      const run = runOnce().finally(() => {
        isBusy = false
        this.runningTasks.delete(run)
      })
      this.runningTasks.add(run)
    }
    const firstTimer = setTimeout(() => {
      start()
      this.timers.push(setInterval(start, ms))
    }, firstMs)
    this.timers.push(firstTimer)
  }

  /** Starts no new rounds and waits for the rounds in progress. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer)
    await Promise.all(this.runningTasks)
  }
}
