import { readPorts } from '@fairway/dataset'
import { type PortBook, type Sea, WayFinder } from '@fairway/sea'

/** The compiled sea network as passed between threads: arrays in shared memory. */
export interface SeaHandle {
  readonly version: string
  readonly attribution: string
  /** Undefined when they could not be built. They are not retried before the next start. */
  readonly sea: Sea | undefined
}

export type SeaState = 'off' | 'awaited' | 'failed' | 'ready'

/** The data used to plan voyages. */
export interface OpenSea {
  readonly finder: WayFinder
  readonly ports: PortBook
  readonly version: string
  readonly attribution: string
}

/** The sea network in one thread. Search memory is allocated on first use. */
export class SeaDesk {
  private readonly isWanted: boolean
  private handle: SeaHandle | undefined
  private opened: OpenSea | undefined

  constructor(isWanted: boolean, handle?: SeaHandle) {
    this.isWanted = isWanted
    this.handle = handle
  }

  get state(): SeaState {
    if (!this.isWanted) return 'off'
    if (!this.handle) return 'awaited'
    return this.handle.sea ? 'ready' : 'failed'
  }

  use(handle: SeaHandle): void {
    this.handle = handle
    this.opened = undefined
  }

  open(): OpenSea | undefined {
    if (this.opened || !this.isWanted || !this.handle?.sea) return this.opened
    const { sea, version, attribution } = this.handle
    this.opened = { finder: new WayFinder(sea), ports: readPorts(), version, attribution }
    return this.opened
  }
}
