import type { BlockBuilder } from '../block-builder.ts'
import type { CoordinateNodes, Position } from '../placed-nodes.ts'
import { isObject, type JsonObject, requireList, requireObject, toPosition, toTags } from './json-values.ts'

/**
 * GeoJSON of OSM elements, as overpass-turbo and osmtogeojson write it. Lines and outlines become ways, and points
 * become nodes. Elements without an OSM ID get a negative ID.
 */
export class GeoJsonFeatures {
  private readonly nodes: CoordinateNodes
  private unidentifiedWayCount = 0

  constructor(nodes: CoordinateNodes) {
    this.nodes = nodes
  }

  add(value: unknown, block: BlockBuilder): void {
    const feature = requireObject(value, 'a feature')
    // The format allows features without a geometry.
    if (feature.geometry === null || feature.geometry === undefined) return
    const geometry = requireObject(feature.geometry, 'a geometry')
    const properties = isObject(feature.properties) ? feature.properties : {}
    const element = findElement(feature, properties)
    const tags = toTagPairs(properties)
    if (geometry.type === 'Point') {
      const id = element?.type === 'node' ? element.id : undefined
      this.nodes.addPoint(id, toPositionUnits(geometry.coordinates), tags)
      return
    }
    const lines = toLines(geometry)
    if (lines.length === 0) return
    const id = this.wayId(element)
    for (const line of lines) {
      block.ways.add(id)
      block.addTags(block.ways, tags)
      for (const ref of this.nodes.refsOf(line)) block.ways.ref.push(ref)
    }
  }

  /**
   * Returns the ID of a way. The outline of a relation is not an OSM way, so it gets the negated ID of the relation.
   */
  private wayId(element: Element | undefined): number {
    if (element?.type === 'way') return element.id
    return element?.type === 'relation' ? -element.id : UNIDENTIFIED_WAY_BASE - this.unidentifiedWayCount++
  }
}

/** Start of the IDs for ways without an OSM ID, below the negated ID of any relation. */
const UNIDENTIFIED_WAY_BASE = -(2 ** 52)

/**
 * Returns the lines of a geometry. Only the outer ring of a polygon is used, because ways have no holes. Geometry
 * collections are ignored.
 */
function toLines({ type, coordinates }: JsonObject): Position[][] {
  if (type === 'LineString') return [toLine(coordinates)]
  if (type === 'MultiLineString') return toArray(coordinates).map(toLine)
  if (type === 'Polygon') return toArray(coordinates).slice(0, 1).map(toLine)
  if (type === 'MultiPolygon')
    return toArray(coordinates).flatMap((polygon) => toArray(polygon).slice(0, 1).map(toLine))
  return []
}

function toArray(value: unknown): readonly unknown[] {
  return requireList(value, 'the value of coordinates')
}
function toLine(value: unknown): Position[] {
  return toArray(value).map(toPositionUnits)
}
function toPositionUnits(value: unknown): Position {
  const [longitude, latitude] = toArray(value)
  return toPosition(latitude, longitude)
}

interface Element {
  readonly type: string
  readonly id: number
}

const elementTypes: readonly unknown[] = ['node', 'way', 'relation']

function findElement(feature: JsonObject, properties: JsonObject): Element | undefined {
  for (const candidateId of [feature.id, properties['@id'], properties.id, properties.osm_id]) {
    if (typeof candidateId !== 'string' && typeof candidateId !== 'number') continue
    const match = /^(?:(node|way|relation)\/)?(-?\d+)$/.exec(String(candidateId))
    if (!match) continue
    const type = match[1] ?? [properties['@type'], properties.type].find((name) => elementTypes.includes(name))
    return { type: typeof type === 'string' ? type : defaultType(feature), id: Number(match[2]) }
  }
  return undefined
}

function defaultType({ geometry }: JsonObject): string {
  return isObject(geometry) && geometry.type === 'Point' ? 'node' : 'way'
}

/** Returns the tags, which are either under `tags` or among the other properties. */
function toTagPairs(properties: JsonObject): string[] {
  if (isObject(properties.tags)) return toTags(properties.tags)
  return toTags(properties, (key, value) => {
    return key.startsWith('@') || key === 'id' || key === 'osm_id' || (key === 'type' && elementTypes.includes(value))
  })
}
