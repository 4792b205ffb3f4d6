import { TILE_EXTENT, toWorldX, toWorldY } from '@fairway/geo'
import { isClosed, joinChains } from '../osm/chains.ts'
import { closeRings } from '../osm/rings.ts'
import type { ClassifiedFeature } from './classify.ts'
import { classifyLabel } from './classify-point.ts'
import { NO_SPEC, type RawBasemap } from './collect-basemap.ts'
import { FeatureColumns } from './feature-columns.ts'
import { findInnerPoint, nestRings, toWorldRing, type WorldRing } from './rings.ts'
import { type Basemap, FeatureFlag } from './schema.ts'

const UNITS_PER_MICRODEGREE = 10
/** Highest zoom level at which a feature may first appear. */
const MAX_FEATURE_ZOOM = 16
/** Minimum area at which a feature is drawn or labeled, in square pixels. */
const MIN_AREA = { buildings: 5, other: 12, label: 2500 } as const
const PIXELS_PER_TILE = TILE_EXTENT / 8

/** Converts collected elements to features with geometry, sorted in drawing order. */
export function buildBasemap(rawBasemap: RawBasemap): Basemap {
  return new BasemapBuilder(rawBasemap).build()
}

class BasemapBuilder {
  private readonly rawBasemap: RawBasemap
  private readonly columns = new FeatureColumns()

  constructor(rawBasemap: RawBasemap) {
    this.rawBasemap = rawBasemap
  }

  build(): Basemap {
    this.addPoints()
    this.addWays()
    this.addRelations()
    this.addBorders()
    this.addCoastline()
    return this.columns.finish(this.rawBasemap.translations)
  }

  private addPoints(): void {
    const { specs, points } = this.rawBasemap
    for (let index = 0; index < points.spec.length; index++) {
      const x = toWorldX(points.longitude[index] / UNITS_PER_MICRODEGREE)
      const y = toWorldY(points.latitude[index] / UNITS_PER_MICRODEGREE)
      this.addPoint(specs[points.spec[index]], points.name[index], x, y)
    }
  }

  private addPoint(spec: ClassifiedFeature, name: string, x: number, y: number): void {
    this.columns.addPath([x], [y], false, false)
    this.columns.endFeature({ spec, name, zoom: spec.minZoom, area: 0 })
  }

  private addWays(): void {
    const { specs, ways, lines } = this.rawBasemap
    for (let index = 0; index < ways.line.length; index++) {
      const spec = specs[ways.spec[index]] as ClassifiedFeature | undefined
      if (spec?.layer === 'coastline') continue
      const nodes = lines.nodesOf(ways.line[index])
      const isArea = spec === undefined || (spec.flags & FeatureFlag.polygon) !== 0
      if (isArea) {
        // Skip rings with missing nodes, because their shape would be wrong.
        if (!lines.isComplete(ways.line[index]) || nodes.length < 4) continue
        this.addArea(spec, ways.poi[index], ways.name[index], [this.toRing(nodes.subarray(1))])
      } else this.addLine(spec, ways.name[index], nodes)
    }
  }

  private addLine(spec: ClassifiedFeature, name: string, nodes: ArrayLike<number>): void {
    if (nodes.length < 2) return
    const { x, y } = this.toRing(nodes)
    this.columns.addPath(x, y, false, false)
    this.columns.endFeature({ spec, name, zoom: spec.minZoom, area: 0 })
  }

  private addRelations(): void {
    const { specs, relations, memberLines, lines } = this.rawBasemap
    for (const { spec, poi, name, ways } of relations) {
      const memberNodes = ways.flatMap(({ id, role }) =>
        role === '' || role === 'outer' || role === 'inner'
          ? (memberLines.get(id) ?? []).map((line) => lines.nodesOf(line))
          : [],
      )
      const rings = closeRings(memberNodes)?.filter((ring) => ring.length > 2)
      if (rings && rings.length > 0)
        this.addArea(
          spec === NO_SPEC ? undefined : specs[spec],
          poi,
          name,
          rings.map((ring) => this.toRing(ring)),
        )
    }
  }

  private addArea(spec: ClassifiedFeature | undefined, poi: number, name: string, rings: readonly WorldRing[]): void {
    const largestRing = rings.reduce((largest, ring) => (ring.area > largest.area ? ring : largest))
    const area = rings.reduce((sum, ring) => sum + ring.area, 0)
    if (spec) {
      for (const { ring, isHole } of nestRings(rings)) this.columns.addPath(ring.x, ring.y, true, isHole)
      const minArea = spec.layer === 'buildings' ? MIN_AREA.buildings : MIN_AREA.other
      this.columns.endFeature({ spec, name, zoom: toZoom(area, minArea, spec.minZoom), area })
    }
    const poiSpec = this.rawBasemap.specs[poi] as ClassifiedFeature | undefined
    const label = spec && name !== '' && !poiSpec ? classifyLabel(spec) : undefined
    if (!poiSpec && label === undefined) return
    const [x, y] = findInnerPoint(largestRing)
    if (poiSpec) return this.addPoint(poiSpec, name, x, y)
    const zoom = toZoom(area, MIN_AREA.label, 4)
    this.columns.addPath([x], [y], false, false)
    this.columns.endFeature({
      spec: { layer: 'labels', class: label ?? '', flags: FeatureFlag.point, minZoom: 4, value: zoom },
      name,
      zoom,
      area: 0,
    })
  }

  private addBorders(): void {
    const { specs, borderLines, lines } = this.rawBasemap
    for (const [line, spec] of borderLines) this.addLine(specs[spec], '', lines.nodesOf(line))
  }

  /** Joins coastline ways end to start, so that land stays on the left. Closed chains are islands. */
  private addCoastline(): void {
    const { specs, ways, lines } = this.rawBasemap
    const chains: number[][] = []
    for (let index = 0; index < ways.line.length; index++) {
      if (specs[ways.spec[index]]?.layer !== 'coastline') continue
      const nodes = [...lines.nodesOf(ways.line[index])]
      if (nodes.length > 1) chains.push(nodes)
    }
    for (const chain of joinChains(chains)) {
      const { x, y } = this.toRing(isClosed(chain) ? chain.slice(1) : chain)
      this.columns.addPath(x, y, isClosed(chain), false)
      const flags = isClosed(chain) ? FeatureFlag.polygon : 0
      const spec: ClassifiedFeature = { layer: 'coastline', class: 'coastline', flags, minZoom: 0 }
      this.columns.endFeature({ spec, name: '', zoom: 0, area: 0 })
    }
  }

  /**
   * Converts nodes to world coordinates. Each point stays on the same side of the antimeridian as the previous point.
   */
  private toRing(nodes: ArrayLike<number>): WorldRing {
    const { latitude, longitude } = this.rawBasemap.lines.nodes
    const [x, y] = [new Float64Array(nodes.length), new Float64Array(nodes.length)]
    for (let i = 0; i < nodes.length; i++) {
      const worldX = toWorldX(longitude[nodes[i]] / UNITS_PER_MICRODEGREE)
      const gap = i === 0 ? 0 : worldX - x[i - 1]
      x[i] = gap > 0.5 ? worldX - 1 : gap < -0.5 ? worldX + 1 : worldX
      y[i] = toWorldY(latitude[nodes[i]] / UNITS_PER_MICRODEGREE)
    }
    return toWorldRing(x, y)
  }
}

/** Returns the lowest zoom level at which the area covers at least `minSquarePixels`. */
function toZoom(area: number, minSquarePixels: number, minZoom: number): number {
  const zoom = Math.ceil(Math.log2(Math.sqrt(minSquarePixels / area) / PIXELS_PER_TILE))
  return Math.max(minZoom, Math.min(MAX_FEATURE_ZOOM, zoom))
}
