import { defaultProfile, type TrafficState } from '@fairway/road'
import type { TrafficHandle } from '../../../apps/server/maps/regions/handles.ts'
import type { Region } from '../../../apps/server/maps/regions/region.ts'
import type { TestMaps } from '../maps/maps.ts'

/** Number of the newest version. Files of a worker share the bundled map, which identifies traffic by this number. */
let latestVersion = 0

/** Publishes manual traffic on the maps of a service in this process, as its main thread would. */
export class TestTraffic {
  private readonly maps: TestMaps

  constructor(maps: TestMaps) {
    this.maps = maps
  }

  async publish(region: Region, state: TrafficState): Promise<TrafficHandle> {
    const version = ++latestVersion
    const { dataset } = region.handle
    this.maps.customizer.addTrafficVersion(dataset, { version, state })
    const holds = region.listActiveConditions(state.takenAtMs)
    const traffic = { version, aheadMs: 0, forcedEvents: [] }
    const metric = await this.maps.customize({
      dataset,
      spec: { profile: defaultProfile, activeConditions: holds, avoidAreas: [], traffic },
    })
    const incidents = Array.from({ length: state.events.count }, (_, event) => ({
      id: `event-${event}`,
      kind: state.events.closes[event] === 1 ? 'closure' : 'hazard',
      severity: 'high',
      description: 'drawn by a test',
    }))
    const handle = { version, closuresHash: String(version), state, incidents, metric, activeConditions: holds }
    region.useTraffic(handle)
    return handle
  }
}
