import type { Terrain } from '@fairway/air'
import { OpenSky } from './open-sky.ts'
import type { SkyHandle } from './sky-handle.ts'
import { TerrainFolder } from './terrain-folder.ts'

export type SkyState = 'awaited' | 'failed' | 'ready'

/** The data used to plan flights. */
export interface FlightDesk {
  readonly air: OpenSky
  /** Undefined when there are no terrain tiles. */
  readonly terrain: (Terrain & Pick<TerrainFolder, 'attribution' | 'faults'>) | undefined
}

/** The airspace of one thread. Zones are deserialized when the first flight is planned. */
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
