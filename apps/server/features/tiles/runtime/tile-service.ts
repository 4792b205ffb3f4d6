import { createHash } from 'node:crypto'
import {
  BasemapTiles,
  createTileLayers,
  drawMapEdge,
  fromBasemapSections,
  isInCoastRange,
  type NameProperties,
  openRegionCoast,
  PlaceLabels,
  type RegionCoast,
  RoadTiles,
  WaterTiles,
  WorldOverview,
} from '@fairway/dataset'
import { ShapeDrawer, type TileId, writeTile } from '@fairway/geo'
import { Airspace } from '../../../maps/airspace/airspace.ts'
import type { PlaceDirectory } from '../../../maps/places/place-directory.ts'
import type { LoadedPlaceIndex } from '../../../maps/places/place-index.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { KnownMap, RegionDirectory } from '../../../maps/regions/region-directory.ts'
import type { OperationalDomain } from '../../road/av/domains/domain.ts'
import { listSkyAttributions } from './airspace-attributions.ts'
import { drawCorridors, drawZones } from './airspace-layers.ts'
import { drawDomains } from './domain-layer.ts'
import { drawHouseNumbers, drawPois, listPlaceSources } from './place-layers.ts'
import { noTiles, type TilesHandle } from './tiles-handle.ts'

export interface TileServiceOptions {
  readonly regions: Pick<RegionDirectory, 'list'> & Partial<Pick<RegionDirectory, 'listRemote'>>
  readonly places: Pick<PlaceDirectory, 'listIndexes'>
  readonly domains: () => readonly OperationalDomain[]
  readonly handle?: TilesHandle | undefined
}

/** Version of the drawing code, incremented whenever the same data is drawn differently. */
const DRAWING_VERSION = '5'

/** Draws tiles in one thread, from the data in that thread. */
export class TileService {
  readonly regions: TileServiceOptions['regions']
  private readonly options: TileServiceOptions
  private readonly drawer = new ShapeDrawer()
  private handle: TilesHandle
  private water: WaterTiles | undefined
  private sky: Airspace | undefined
  private overview: WorldOverview | undefined
  private labels: { readonly indexes: readonly LoadedPlaceIndex[]; readonly drawer: PlaceLabels } | undefined
  private lastVersion = { source: '', hash: '' }
  private readonly roads = new WeakMap<Region, RoadTiles>()
  private readonly coasts = new WeakMap<RegionCoast, WaterTiles>()
  private readonly basemaps = new WeakMap<object, BasemapTiles | undefined>()

  constructor(options: TileServiceOptions) {
    this.options = options
    this.regions = options.regions
    this.handle = options.handle ?? noTiles
    this.openWater()
  }

  use(handle: TilesHandle): void {
    const { water, sky } = this.handle
    this.handle = handle
    if (handle.water !== water) this.openWater()
    if (handle.sky !== sky) this.sky = undefined
  }

  /**
   * Version that changes whenever a tile may look different. The version is the same on all machines with the same
   * data.
   */
  get version(): string {
    const { water, sky } = this.handle
    const drawnRegions = this.listDrawnRegions()
    const versionParts = [
      DRAWING_VERSION,
      this.water ? water?.version : '',
      ...drawnRegions.map(({ handle }) => `${handle.region} ${handle.dataset}`),
      ...(this.regions.listRemote?.() ?? []).map(({ handle }) => `${handle.region} ${handle.dataset}`),
      ...this.handle.roads.map(({ waterVersion }) => `${waterVersion}`),
      ...this.options.places.listIndexes().map(({ region = '', dataset }) => `${region} ${dataset}`),
      `${sky?.defaultZones} ${sky?.sampleCorridors} ${sky?.aerodromes?.version} ${sky?.zones?.version}`,
      ...this.options.domains().map(({ document, profile }) => `${document.id} ${document.version} ${profile.odd.key}`),
    ]
    const source = versionParts.join('\n')
    // Every request for a tile reads the version, which rarely changes.
    if (source !== this.lastVersion.source || this.lastVersion.hash === '')
      this.lastVersion = { source, hash: createHash('sha256').update(source).digest('base64url').slice(0, 12) }
    return this.lastVersion.hash
  }

  /** Lists the attributions to show next to the map, without duplicates. */
  listAttributions(): string[] {
    const { water, sky } = this.handle
    const attributions = [
      ...(this.water && water ? [water.attribution] : []),
      ...this.listMaps().map(({ handle }) => handle.attribution),
      ...this.options.places.listIndexes().map(({ attribution }) => attribution),
      ...(sky ? listSkyAttributions(sky) : []),
    ]
    return [...new Set(attributions.filter((name) => name !== ''))]
  }

  /** Lists the maps of this server and of the other nodes. */
  listMaps(): readonly KnownMap[] {
    return [...this.regions.list(), ...(this.regions.listRemote?.() ?? [])]
  }

  /** Lists the bounds of the maps as in TileJSON. East exceeds 180 for a map across the antimeridian. */
  listBounds(): (readonly [west: number, south: number, east: number, north: number])[] {
    return this.listMaps().map(({ handle: { boundingBox } }) => {
      const { west, south, east, north } = boundingBox
      return [west, south, west <= east ? east : east + 360, north]
    })
  }

  draw(tile: TileId): Uint8Array {
    const { drawer } = this
    const layers = createTileLayers()
    const indexes = this.options.places.listIndexes()
    const regions = this.listDrawnRegions()
    const datasetsWithoutBasemap = regions
      .filter((region) => !this.findBasemap(region))
      .map(({ handle }) => handle.dataset)
    drawer.beginTile(tile)
    this.findWater(tile)?.draw(layers.water, tile)
    for (const region of regions) {
      this.findBasemap(region)?.draw(layers, tile)
      this.findRoadTiles(region)?.draw(layers.roads, tile)
    }
    const edges = this.handle.roads.map(({ edge }) => edge)
    for (const edge of edges) {
      const otherAreas = edges.flatMap((other) => (other === edge ? [] : [other.area]))
      drawMapEdge(drawer, layers.outside, edge, otherAreas, tile)
    }
    this.overview ??= new WorldOverview()
    this.overview.drawBorders(layers.borders, tile)
    this.overview.drawSeas(drawer, layers.labels, tile)
    this.getLabels(indexes).draw(drawer, layers.places, tile)
    const indexesWithoutBasemap = indexes.filter(({ dataset }) => datasetsWithoutBasemap.includes(dataset))
    drawPois(drawer, layers.pois, indexesWithoutBasemap, tile)
    drawHouseNumbers(drawer, layers.housenumbers, indexes, tile)
    if (this.handle.sky?.zones) {
      const sky = this.openSky()
      drawZones(drawer, layers.zones, sky, tile)
      drawCorridors(drawer, layers.corridors, sky, tile)
    }
    drawDomains(drawer, layers.odd, this.options.domains())
    return writeTile(Object.values(layers))
  }

  /** Finds the water of a tile. The water data around a map is more accurate than the worldwide water data. */
  private findWater(tile: TileId): WaterTiles | undefined {
    const coast = this.handle.roads.find((index) => index.coast && isInCoastRange(index.coast, tile))?.coast
    if (!coast) return this.water
    const water = this.coasts.get(coast) ?? openRegionCoast(coast)
    this.coasts.set(coast, water)
    return water
  }

  private listDrawnRegions(): Region[] {
    return this.regions
      .list()
      .filter(({ handle }) => this.handle.roads.some(({ dataset }) => dataset === handle.dataset))
  }

  /**
   * Finds the base map of a region. Returns undefined for datasets that were compiled before base maps existed. Traffic
   * changes do not affect the base map.
   */
  private findBasemap({ handle: { sections } }: Region): BasemapTiles | undefined {
    if (!this.basemaps.has(sections)) {
      const basemap = fromBasemapSections(sections)
      this.basemaps.set(sections, basemap && new BasemapTiles(basemap))
    }
    return this.basemaps.get(sections)
  }

  /** Finds the roads of a region. Returns undefined until the roads of its dataset are indexed. */
  findRoadTiles(region: Region): RoadTiles | undefined {
    const match = this.handle.roads.find(({ dataset }) => dataset === region.handle.dataset)
    if (!match) return undefined
    const findTranslations = (name: string) => this.findBasemap(region)?.findTranslations(name)
    const { network } = region.map
    const roads = this.roads.get(region) ?? new RoadTiles(network, region.strings, match.index, findTranslations)
    this.roads.set(region, roads)
    return roads
  }

  /** Returns the drawer of the current place indexes, because the drawer caches which labels are repeated. */
  private getLabels(indexes: readonly LoadedPlaceIndex[]): PlaceLabels {
    const { labels } = this
    if (labels?.indexes.length === indexes.length && indexes.every((index, i) => index === labels.indexes[i]))
      return labels.drawer
    const drawer = new PlaceLabels(listPlaceSources(indexes), (name) => this.findTranslations(name))
    this.labels = { indexes, drawer }
    return drawer
  }

  private findTranslations(name: string): NameProperties | undefined {
    for (const region of this.listDrawnRegions()) {
      const names = this.findBasemap(region)?.findTranslations(name)
      if (names) return names
    }
    return undefined
  }

  private openWater(): void {
    const sections = this.handle.water?.sections
    this.water = sections && new WaterTiles(sections)
  }

  private openSky(): Airspace {
    const { sky } = this.handle
    if (!sky) throw new Error('zones and corridors are not loaded yet')
    this.sky ??= new Airspace(sky)
    return this.sky
  }
}
