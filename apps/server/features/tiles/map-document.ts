import { type BoundingBox, MAX_ZOOM } from '@fairway/dataset'
import { MAX_LATITUDE } from '@fairway/geo'
import type { TileService } from './runtime/tile-service.ts'

/** West, south, east, north, as in TileJSON. East exceeds 180 for a map across the antimeridian. */
type Bounds = readonly [west: number, south: number, east: number, north: number]

const layers: Readonly<
  Record<string, { readonly minZoom: number; readonly fields: Readonly<Record<string, string>> }>
> = {
  water: { minZoom: 0, fields: {} },
  roads: {
    minZoom: 5,
    fields: {
      class: 'String',
      name: 'String',
      ref: 'String',
      oneway: 'Number',
      link: 'Number',
      tunnel: 'Number',
      bridge: 'Number',
      toll: 'Number',
      unpaved: 'Number',
    },
  },
  places: {
    minZoom: 0,
    fields: { name: 'String', kind: 'String', country: 'String', importance: 'Number', rank: 'Number' },
  },
  pois: { minZoom: MAX_ZOOM, fields: { name: 'String', category: 'String' } },
  zones: {
    minZoom: 8,
    fields: {
      id: 'String',
      name: 'String',
      kind: 'String',
      rule: 'String',
      lower: 'String',
      upper: 'String',
      timed: 'Number',
    },
  },
  corridors: {
    minZoom: 0,
    fields: {
      id: 'String',
      name: 'String',
      width_m: 'Number',
      lower: 'String',
      upper: 'String',
      oneway: 'Number',
      timed: 'Number',
    },
  },
  odd: {
    minZoom: 0,
    fields: { id: 'String', operator: 'String', name: 'String', area: 'String', sample: 'Number' },
  },
}

/** TileJSON 3.0.0, plus fields for the console. */
export function toMapDocument(service: TileService, base: string, trafficVersion: string) {
  const { version } = service
  return {
    tilejson: '3.0.0',
    name: 'Fairway',
    scheme: 'xyz',
    version,
    tiles: [`${base}/tiles/{z}/{x}/{y}.mvt?v=${version}`],
    traffic_tiles: [`${base}/tiles/traffic/{z}/{x}/{y}.mvt`],
    has_traffic: trafficVersion !== '',
    traffic_version: trafficVersion,
    minzoom: 0,
    maxzoom: MAX_ZOOM,
    bounds: [-180, -MAX_LATITUDE, 180, MAX_LATITUDE],
    attribution: service.listAttributions().join('; '),
    attributions: service.listAttributions(),
    regions: service.regions
      .list()
      .map(({ handle }) => ({ name: handle.region, bounds: toBounds(handle.boundingBox) })),
    vector_layers: Object.entries(layers).map(([id, { minZoom, fields }]) => ({
      id,
      minzoom: minZoom,
      maxzoom: MAX_ZOOM,
      fields,
    })),
  }
}

function toBounds({ west, south, east, north }: BoundingBox): Bounds {
  return [west, south, west <= east ? east : east + 360, north]
}
