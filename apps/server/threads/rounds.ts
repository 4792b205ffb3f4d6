import type { Logger } from 'pino'

/** Work that comes round again and again. A round that fails is told once, and once more when it works again. */
export class Rounds {
  private readonly logger: Logger
  private readonly timers: NodeJS.Timeout[] = []
  private readonly running = new Set<Promise<void>>()

  constructor(logger: Logger) {
    this.logger = logger
  }

  every(ms: number, name: string, work: () => Promise<void>): void {
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
    const timer = setInterval(() => {
      if (busy) return
      busy = true
      const run = round().finally(() => {
        busy = false
        this.running.delete(run)
      })
      this.running.add(run)
    }, ms)
    this.timers.push(timer)
  }

  /** No new rounds; those that run end first. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    await Promise.all(this.running)
  }
}
