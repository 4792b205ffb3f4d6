import { readPorts } from '@fairway/dataset'
import { type PortIndex, type Sea, SeaPathFinder } from '@fairway/sea'

/** Compiled sea network, passed between threads as arrays in shared memory. */
export interface SeaHandle {
  readonly version: string
  readonly attribution: string
  /** Sea network. Undefined if the network could not be built, which is not retried before the next start. */
  readonly sea: Sea | undefined
}

export type SeaState = 'off' | 'awaited' | 'failed' | 'ready'

/** Data used to plan voyages. */
export interface LoadedSea {
  readonly finder: SeaPathFinder
  readonly ports: PortIndex
  readonly version: string
  readonly attribution: string
}

/** Sea network of one thread. Search memory is allocated on first use. */
export class SeaService {
  private readonly isEnabled: boolean
  private handle: SeaHandle | undefined
  private loadedSea: LoadedSea | undefined

  constructor(isEnabled: boolean, handle?: SeaHandle) {
    this.isEnabled = isEnabled
    this.handle = handle
  }

  get state(): SeaState {
    if (!this.isEnabled) return 'off'
    if (!this.handle) return 'awaited'
    return this.handle.sea ? 'ready' : 'failed'
  }

  use(handle: SeaHandle): void {
    this.handle = handle
    this.loadedSea = undefined
  }

  open(): LoadedSea | undefined {
    if (this.loadedSea || !this.isEnabled || !this.handle?.sea) return this.loadedSea
    const { sea, version, attribution } = this.handle
    this.loadedSea = { finder: new SeaPathFinder(sea), ports: readPorts(), version, attribution }
    return this.loadedSea
  }
}
