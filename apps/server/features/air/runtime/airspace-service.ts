import type { Terrain } from '@fairway/air'
import { OpenSky } from './open-sky.ts'
import type { SkyHandle } from './sky-handle.ts'
import { TerrainFolder } from './terrain-folder.ts'

export type SkyState = 'awaited' | 'failed' | 'ready'

/** What flights are planned with. */
export interface FlightDesk {
  readonly air: OpenSky
  /** Undefined where there are no tiles at all. */
  readonly terrain: (Terrain & Pick<TerrainFolder, 'attribution' | 'faults'>) | undefined
}

/** The sky in one thread. Zones become objects when the first flight is planned among them. */
export class SkyDesk {
  private handle: SkyHandle
  private opened: OpenSky | undefined
  private readonly terrain: TerrainFolder

  constructor(handle: SkyHandle) {
    this.handle = handle
    this.terrain = new TerrainFolder(handle.dataDir)
  }

  get state(): SkyState {
    const { defaultZones, aerodromes, zones } = this.handle
    if (!zones || (defaultZones && !aerodromes)) return 'awaited'
    return defaultZones && !aerodromes?.sections ? 'failed' : 'ready'
  }

  use(handle: SkyHandle): void {
    this.handle = handle
    this.opened = undefined
  }

  open(): FlightDesk | undefined {
    if (this.state !== 'ready') return undefined
    this.opened ??= new OpenSky(this.handle)
    this.terrain.refresh()
    return { air: this.opened, terrain: this.terrain.isEmpty ? undefined : this.terrain }
  }
}
