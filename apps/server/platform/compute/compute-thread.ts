import { Worker } from 'node:worker_threads'
import type { SeaHandle } from '../../features/sea/runtime/sea-service.ts'
import type { AirspaceHandle } from '../../maps/airspace/airspace-handle.ts'
import type { WorldHandle } from '../../maps/places/place-index.ts'
import type { MapHealth, RegionHandle } from '../../maps/regions/handles.ts'
import type { MapCustomization } from '../../maps/regions/region.ts'
import { type Channel, openChannel } from '../channel.ts'
import { threadMemory } from '../thread-memory.ts'
import type { ComputeData, ComputeDataRequests, ComputeRequests } from './questions.ts'
import type { TaskOutcome, TaskRequest, TracedResult } from './task.ts'

export interface ComputeThreadOptions {
  /** Module that serves tasks in the thread. */
  readonly module: URL
  readonly name: string
  readonly customization: MapCustomization
  readonly describeMapHealth: () => Promise<MapHealth>
  readonly regions: readonly RegionHandle[]
  readonly world: WorldHandle | undefined | null
  readonly seaHandle: SeaHandle | undefined | null
  readonly sky: AirspaceHandle
  /** Called when the thread exits unexpectedly. */
  readonly onEnd: (error: Error | undefined) => void
}

/** Thread of the pool, which runs one task at a time. */
export class ComputeThread {
  isBusy = false
  private hasEnded = false
  private readonly worker: Worker
  private readonly channel: Channel<ComputeRequests>

  constructor(options: ComputeThreadOptions) {
    const { module, name, customization, describeMapHealth, regions, world, seaHandle, sky, onEnd } = options
    const workerData: ComputeData = { regions, world, sea: seaHandle, sky }
    this.worker = new Worker(module, { workerData, name, resourceLimits: threadMemory })
    this.channel = openChannel<ComputeDataRequests, ComputeRequests>(this.worker, {
      customize: (request) => customization.customize(request),
      getMatchingData: (matchingSpec) => customization.getMatchingData(matchingSpec),
      computePathAttributes: (attributeSpec) => customization.computePathAttributes(attributeSpec),
      computeLivePathAttributes: (attributeSpec) => customization.computeLivePathAttributes(attributeSpec),
      announceMatrices: (request) => customization.announceMatrices(request),
      describeMapHealth,
    })
    let failure: Error | undefined
    this.worker.once('error', (error) => {
      failure = error as Error
    })
    this.worker.once('exit', () => {
      this.hasEnded = true
      this.channel.close(new Error(`${name} has exited`))
      onEnd(failure)
    })
  }

  /** Runs a task. Rejects if the task throws an error. If the thread ends during the task, the outcome is `lost`. */
  async run(request: TaskRequest): Promise<TaskOutcome<unknown>> {
    this.isBusy = true
    try {
      const result = await this.channel.request('run', request)
      return request.isTraced ? { kind: 'done', ...(result as TracedResult) } : { kind: 'done', value: result }
    } catch (error) {
      if (this.hasEnded) return { kind: 'lost' }
      throw error
    } finally {
      this.isBusy = false
    }
  }

  /** Sends new maps for later tasks without awaiting a reply, because the current task may run for a long time. */
  useRegions(regions: readonly RegionHandle[]): void {
    this.channel.request('useRegions', regions).catch(() => undefined)
  }

  useWorld(world: WorldHandle): void {
    this.channel.request('useWorld', world).catch(() => undefined)
  }

  useSea(seaHandle: SeaHandle): void {
    this.channel.request('useSea', seaHandle).catch(() => undefined)
  }

  useSky(sky: AirspaceHandle): void {
    this.channel.request('useSky', sky).catch(() => undefined)
  }

  async stop(): Promise<void> {
    await this.worker.terminate()
  }
}
