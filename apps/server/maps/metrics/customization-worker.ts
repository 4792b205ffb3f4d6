import { Worker } from 'node:worker_threads'
import { type Channel, openChannel } from '../../platform/channel.ts'
import { threadMemory } from '../../platform/thread-memory.ts'
import type { CustomizationEvents, CustomizationRequests } from './customization-thread.ts'

/** Thread that loads, compiles and customizes maps. */
export class CustomizationWorker {
  readonly name = 'customization worker'
  private readonly events: CustomizationEvents
  private readonly onExit: (error: Error) => void
  private worker: Worker | undefined
  private channel: Channel<CustomizationRequests> | undefined

  /** Creates the worker. `onDead` is called when the thread exits unexpectedly. */
  constructor(events: CustomizationEvents, onDead: (error: Error) => void) {
    this.events = events
    this.onExit = onDead
  }

  async start(): Promise<void> {
    const worker = new Worker(new URL('./customization-thread.ts', import.meta.url), {
      name: 'customization',
      resourceLimits: threadMemory,
    })
    const channel = openChannel<CustomizationEvents, CustomizationRequests>(worker, this.events)
    let failure = new Error('the customization worker has exited')
    worker.once('error', (error) => {
      failure = error as Error
      this.onExit(failure)
    })
    worker.once('exit', () => channel.close(failure))
    this.worker = worker
    this.channel = channel
  }

  /** Sends a request to the worker. Throws an error if the worker is not running. */
  get request(): Channel<CustomizationRequests>['request'] {
    if (!this.channel) throw new Error('the customization worker is not running')
    return this.channel.request
  }

  async stop(): Promise<void> {
    await this.worker?.terminate()
  }
}
