import { type Circle, type Corridor, type Height, makeCap, type Outline, toVector, type ZoneVolume } from '@fairway/air'
import {
  type Position,
  rulerAt,
  type ShapeDrawer,
  type TileId,
  type TileLayer,
  toLatitude,
  toLongitude,
  toTileBox,
} from '@fairway/geo'
import type { Airspace } from '../../../maps/airspace/airspace.ts'

/** Minimum zoom level of zones. Zones are a few kilometers wide and would be mere dots at lower zoom levels. */
const ZONES_ZOOM = 8
const CIRCLE_CORNERS = 64
const DEGREES_PER_MICRODEGREE = 1e-6

/** Draws zones where drones must not fly, or need an authorization. */
export function drawZones(drawer: ShapeDrawer, layer: TileLayer, sky: Airspace, tile: TileId): void {
  if (tile.z < ZONES_ZOOM) return
  for (const volume of sky.createView().sky.zonesNear(toBoundingCap(tile))) {
    drawer.drawPolygon(layer, layer.encodeTags(describeZone(volume)), toRings(volume.volume.outline))
  }
}

export function drawCorridors(drawer: ShapeDrawer, layer: TileLayer, sky: Airspace, tile: TileId): void {
  const searchCap = tile.z < ZONES_ZOOM ? WHOLE_EARTH : toBoundingCap(tile)
  for (const corridor of sky.createView().sky.corridorsNear(searchCap)) {
    drawer.drawLine(layer, layer.encodeTags(describeCorridor(corridor)), corridor.line)
  }
}

const WHOLE_EARTH = { center: toVector([0, 0]), angle: Math.PI }

function describeZone({ zone, volume: { band } }: ZoneVolume) {
  return {
    id: zone.id,
    name: zone.name,
    kind: zone.id.startsWith('airport:') ? 'aerodrome' : 'zone',
    rule: zone.rule,
    lower: describeHeight(band.lower),
    upper: describeHeight(band.upper),
    timed: zone.times.length > 0 ? 1 : undefined,
  }
}

function describeCorridor({ id, name, widthMeters, band, direction, times }: Corridor) {
  return {
    id,
    name,
    width_m: widthMeters,
    lower: describeHeight(band.lower),
    upper: describeHeight(band.upper),
    oneway: direction === 'forward' ? 1 : undefined,
    timed: times.length > 0 ? 1 : undefined,
  }
}

function describeHeight(height: Height | undefined): string | undefined {
  return height && `${Math.round(height.meters)} m above ${height.above === 'sea' ? 'sea level' : 'ground'}`
}

function toRings(outline: Outline): readonly (readonly Position[])[] {
  return outline.kind === 'circle' ? [toCircleCorners(outline)] : [outline.outer, ...outline.holes]
}

function toCircleCorners({ center: [latitude, longitude], radiusMeters }: Circle): Position[] {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
  return Array.from({ length: CIRCLE_CORNERS }, (_, corner): Position => {
    const angle = (corner * 2 * Math.PI) / CIRCLE_CORNERS
    const north = (radiusMeters * Math.cos(angle)) / perLatitudeDegree
    const east = (radiusMeters * Math.sin(angle)) / perLongitudeDegree
    return [latitude + north, longitude + east]
  })
}

function toBoundingCap(tile: TileId) {
  const { west, north, east, south } = toTileBox(tile)
  const tileCenter: Position = [
    toLatitude((north + south) / 2) * DEGREES_PER_MICRODEGREE,
    toLongitude((west + east) / 2) * DEGREES_PER_MICRODEGREE,
  ]
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(Math.abs(tileCenter[0]))
  const tileHeight = Math.abs(toLatitude(north) - toLatitude(south)) * DEGREES_PER_MICRODEGREE * perLatitudeDegree
  const tileWidth = (toLongitude(east) - toLongitude(west)) * DEGREES_PER_MICRODEGREE * perLongitudeDegree
  // The radius is half the diagonal plus a margin, because a tile is wider on the side toward the equator.
  return makeCap(toVector(tileCenter), Math.hypot(tileHeight, tileWidth) * 0.6)
}
