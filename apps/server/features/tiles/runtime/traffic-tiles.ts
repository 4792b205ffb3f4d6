import { listIncidentPoints, TrafficLines } from '@fairway/dataset'
import { ShapeDrawer, type TileId, TileLayer, writeTile } from '@fairway/geo'
import type { TrafficHandle } from '../../../maps/regions/handles.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { TileServiceOptions } from './tile-service.ts'

/** Draws live traffic and incidents from the thread's snapshots. */
export class TrafficTiles {
  private readonly regions: TileServiceOptions['regions']
  private readonly drawer = new ShapeDrawer()
  private readonly linesByTraffic = new WeakMap<TrafficHandle, TrafficLines>()

  constructor(regions: TileServiceOptions['regions']) {
    this.regions = regions
  }

  /** Version that changes with the snapshots. Empty if there is no traffic. */
  get version(): string {
    const localVersions = this.listLiveRegions().map(
      ({ region, traffic }) => `${region.handle.dataset}.${traffic.version}`,
    )
    const remote = (this.regions.listRemote?.() ?? [])
      .filter(({ handle }) => handle.trafficVersion > 0)
      .map(({ handle }) => `${handle.dataset}.${handle.trafficVersion}`)
    return [...localVersions, ...remote].join('-')
  }

  draw(tile: TileId, nowMs: number): Uint8Array {
    const [roads, incidents] = [new TileLayer('traffic'), new TileLayer('incidents')]
    this.drawer.beginTile(tile)
    for (const { region, traffic } of this.listLiveRegions()) {
      this.getLines(region, traffic).draw(roads, tile, nowMs)
      for (const { event, position } of listIncidentPoints(region.map.network, traffic.state, nowMs)) {
        const incident = traffic.incidents[event]
        if (!incident) continue
        const { id, kind, severity, description, starts_at, ends_at } = incident
        const tags = incidents.encodeTags({ id, kind, severity, description, starts_at, ends_at })
        this.drawer.drawPoint(incidents, tags, position)
      }
    }
    return writeTile([roads, incidents])
  }

  private listLiveRegions(): { region: Region; traffic: TrafficHandle }[] {
    return this.regions.list().flatMap((region) => (region.traffic ? [{ region, traffic: region.traffic }] : []))
  }

  private getLines(region: Region, traffic: TrafficHandle): TrafficLines {
    const lines = this.linesByTraffic.get(traffic) ?? new TrafficLines(region.map.network, traffic.state)
    this.linesByTraffic.set(traffic, lines)
    return lines
  }
}
