import { Worker } from 'node:worker_threads'
import { type Channel, openChannel } from '../../platform/channel.ts'
import type { WorkshopNews, WorkshopQuestions } from './customization-thread.ts'

/** The thread that does the heavy work on maps. */
export class Workshop {
  readonly name = 'customization worker'
  private readonly news: WorkshopNews
  private readonly onDead: (error: Error) => void
  private worker: Worker | undefined
  private channel: Channel<WorkshopQuestions> | undefined

  /** `onDead` is called when the thread ends by itself. */
  constructor(news: WorkshopNews, onDead: (error: Error) => void) {
    this.news = news
    this.onDead = onDead
  }

  async start(): Promise<void> {
    const worker = new Worker(new URL('./customization-thread.ts', import.meta.url), { name: 'workshop' })
    const channel = openChannel<WorkshopNews, WorkshopQuestions>(worker, this.news)
    let failure = new Error('the customization worker has exited')
    worker.once('error', (error) => {
      failure = error as Error
      this.onDead(failure)
    })
    worker.once('exit', () => channel.close(failure))
    this.worker = worker
    this.channel = channel
  }

  /** Throws before the start. */
  get ask(): Channel<WorkshopQuestions>['ask'] {
    if (!this.channel) throw new Error('the customization worker is not running')
    return this.channel.ask
  }

  async stop(): Promise<void> {
    await this.worker?.terminate()
  }
}
