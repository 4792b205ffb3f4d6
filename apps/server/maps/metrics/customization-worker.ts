import { Worker } from 'node:worker_threads'
import { type Channel, openChannel } from '../../platform/channel.ts'
import type { WorkshopNews, WorkshopQuestions } from './customization-thread.ts'

/** The thread that does the heavy work on maps. */
export class Workshop {
  private readonly worker: Worker
  private readonly channel: Channel<WorkshopQuestions>

  /** `onDead` is called when the thread ends by itself. */
  constructor(news: WorkshopNews, onDead: (error: Error) => void) {
    this.worker = new Worker(new URL('./customization-thread.ts', import.meta.url), { name: 'workshop' })
    this.channel = openChannel<WorkshopNews, WorkshopQuestions>(this.worker, news)
    let failure = new Error('the customization worker has exited')
    this.worker.once('error', (error) => {
      failure = error as Error
      onDead(failure)
    })
    this.worker.once('exit', () => this.channel.close(failure))
  }

  get ask(): Channel<WorkshopQuestions>['ask'] {
    return this.channel.ask
  }

  async stop(): Promise<void> {
    await this.worker.terminate()
  }
}
