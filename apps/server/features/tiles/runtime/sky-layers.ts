import {
  type Circle,
  type Corridor,
  capAround,
  type Height,
  type Outline,
  toVector,
  type ZoneVolume,
} from '@fairway/air'
import {
  boxOf,
  latitudeAt,
  longitudeAt,
  type Position,
  rulerAt,
  type ShapeDrawer,
  type TileAddress,
  type TileLayer,
} from '@fairway/geo'
import type { OpenSky } from '../../air/runtime/open-sky.ts'

/** Zones are a few kilometers wide. At lower zooms they would be dots. */
export const ZONES_ZOOM = 8
const CIRCLE_CORNERS = 64
const MICRO = 1e-6

/** Draws zones where drones must not fly, or need an authorization. */
export function drawZones(drawer: ShapeDrawer, layer: TileLayer, sky: OpenSky, tile: TileAddress): void {
  if (tile.z < ZONES_ZOOM) return
  for (const volume of sky.lookAround().sky.zonesNear(capOfTile(tile))) {
    drawer.drawPolygon(layer, layer.tagsOf(describeZone(volume)), ringsOf(volume.volume.outline))
  }
}

export function drawCorridors(drawer: ShapeDrawer, layer: TileLayer, sky: OpenSky, tile: TileAddress): void {
  const near = tile.z < ZONES_ZOOM ? everywhere : capOfTile(tile)
  for (const corridor of sky.lookAround().sky.corridorsNear(near)) {
    drawer.drawLine(layer, layer.tagsOf(describeCorridor(corridor)), corridor.line)
  }
}

const everywhere = { center: toVector([0, 0]), angle: Math.PI }

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

function ringsOf(outline: Outline): readonly (readonly Position[])[] {
  return outline.kind === 'circle' ? [cornersOf(outline)] : [outline.outer, ...outline.holes]
}

function cornersOf({ center: [latitude, longitude], radiusMeters }: Circle): Position[] {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
  return Array.from({ length: CIRCLE_CORNERS }, (_, corner): Position => {
    const angle = (corner * 2 * Math.PI) / CIRCLE_CORNERS
    const north = (radiusMeters * Math.cos(angle)) / perLatitudeDegree
    const east = (radiusMeters * Math.sin(angle)) / perLongitudeDegree
    return [latitude + north, longitude + east]
  })
}

function capOfTile(tile: TileAddress) {
  const { west, north, east, south } = boxOf(tile)
  const middle: Position = [latitudeAt((north + south) / 2) * MICRO, longitudeAt((west + east) / 2) * MICRO]
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(Math.abs(middle[0]))
  const high = Math.abs(latitudeAt(north) - latitudeAt(south)) * MICRO * perLatitudeDegree
  const wide = (longitudeAt(east) - longitudeAt(west)) * MICRO * perLongitudeDegree
  // Half the diagonal, plus the extra width of a tile at its side toward the equator.
  return capAround(toVector(middle), Math.hypot(high, wide) * 0.6)
}
