import { TerrainFolder } from '@fairway/dataset'
import type { Terrain } from '@fairway/geo'
import { Airspace } from '../../../maps/airspace/airspace.ts'
import type { AirspaceHandle } from '../../../maps/airspace/airspace-handle.ts'

export type AirspaceState = 'awaited' | 'failed' | 'ready'

/** Data used to plan flights. */
export interface FlightData {
  readonly air: Airspace
  /** Terrain heights. Undefined if there are no terrain tiles. */
  readonly terrain: (Terrain & Pick<TerrainFolder, 'attribution' | 'faults'>) | undefined
}

/** Airspace of one thread. Zones are deserialized when the first flight is planned. */
export class AirspaceService {
  private handle: AirspaceHandle
  private openedAirspace: Airspace | undefined
  /** Terrain tiles. Callers must call `refresh` before they read heights. */
  readonly terrain: TerrainFolder

  constructor(handle: AirspaceHandle) {
    this.handle = handle
    this.terrain = new TerrainFolder(handle.dataDir)
  }

  get state(): AirspaceState {
    const { defaultZones, aerodromes, zones } = this.handle
    if (!zones || (defaultZones && !aerodromes)) return 'awaited'
    return defaultZones && !aerodromes?.sections ? 'failed' : 'ready'
  }

  use(handle: AirspaceHandle): void {
    this.handle = handle
    this.openedAirspace = undefined
  }

  open(): FlightData | undefined {
    if (this.state !== 'ready') return undefined
    this.openedAirspace ??= new Airspace(this.handle)
    this.terrain.refresh()
    return { air: this.openedAirspace, terrain: this.terrain.isEmpty ? undefined : this.terrain }
  }
}
