import { incidentPoints, TrafficLines } from '@fairway/dataset'
import { ShapeDrawer, type TileAddress, TileLayer, writeTile } from '@fairway/geo'
import type { TrafficHandle } from '../../../maps/regions/handles.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'

/** Draws live traffic and incidents from the snapshots of the thread. */
export class TrafficTiles {
  private readonly regions: Pick<RegionDirectory, 'list'>
  private readonly drawer = new ShapeDrawer()
  private readonly lines = new WeakMap<TrafficHandle, TrafficLines>()

  constructor(regions: Pick<RegionDirectory, 'list'>) {
    this.regions = regions
  }

  /** Changes with the snapshots; empty when there is no traffic. */
  get version(): string {
    return this.live()
      .map(({ region, traffic }) => `${region.handle.dataset}.${traffic.version}`)
      .join('-')
  }

  draw(tile: TileAddress, nowMs: number): Uint8Array {
    const [roads, incidents] = [new TileLayer('traffic'), new TileLayer('incidents')]
    this.drawer.begin(tile)
    for (const { region, traffic } of this.live()) {
      this.linesOf(region, traffic).draw(roads, tile, nowMs)
      for (const { event, at } of incidentPoints(region.map.network, traffic.state, nowMs)) {
        const told = traffic.incidents[event]
        if (!told) continue
        const { id, kind, severity, description, starts_at, ends_at } = told
        const tags = incidents.tagsOf({ id, kind, severity, description, starts_at, ends_at })
        this.drawer.drawPoint(incidents, tags, at)
      }
    }
    return writeTile([roads, incidents])
  }

  private live(): { region: Region; traffic: TrafficHandle }[] {
    return this.regions.list().flatMap((region) => (region.traffic ? [{ region, traffic: region.traffic }] : []))
  }

  private linesOf(region: Region, traffic: TrafficHandle): TrafficLines {
    const lines = this.lines.get(traffic) ?? new TrafficLines(region.map.network, traffic.state)
    this.lines.set(traffic, lines)
    return lines
  }
}
