import { MAX_ZOOM } from '@fairway/dataset'
import { MAX_LATITUDE } from '@fairway/geo'
import type { FastifyRequest } from 'fastify'
import type { TileService } from './runtime/tile-service.ts'
import { styleNames } from './style/palettes.ts'

/** Fields of names. `name` is the local name, and other languages use fields such as `name:en`. */
const names = { name: 'String', 'name:en': 'String' }

const layers: Readonly<
  Record<string, { readonly minZoom: number; readonly fields: Readonly<Record<string, string>> }>
> = {
  land: { minZoom: 6, fields: { class: 'String' } },
  water: { minZoom: 0, fields: { kind: 'String', intermittent: 'Number' } },
  waterways: { minZoom: 8, fields: { ...names, class: 'String', tunnel: 'Number', intermittent: 'Number' } },
  aeroways: { minZoom: 10, fields: { ...names, class: 'String' } },
  piers: { minZoom: 12, fields: { ...names, class: 'String' } },
  buildings: { minZoom: 13, fields: { height: 'Number', min_height: 'Number', class: 'String' } },
  paths: { minZoom: 13, fields: { ...names, class: 'String', bridge: 'Number', tunnel: 'Number' } },
  rails: { minZoom: 9, fields: { ...names, class: 'String', bridge: 'Number', tunnel: 'Number', service: 'Number' } },
  borders: { minZoom: 2, fields: { level: 'Number' } },
  labels: { minZoom: 1, fields: { ...names, class: 'String', rank: 'Number' } },
  housenumbers: { minZoom: MAX_ZOOM, fields: { number: 'String' } },
  roads: {
    minZoom: 5,
    fields: {
      ...names,
      class: 'String',
      ref: 'String',
      oneway: 'Number',
      link: 'Number',
      tunnel: 'Number',
      bridge: 'Number',
      toll: 'Number',
      unpaved: 'Number',
    },
  },
  outside: { minZoom: 6, fields: { radius: 'Number' } },
  places: {
    minZoom: 0,
    fields: { ...names, kind: 'String', country: 'String', importance: 'Number', rank: 'Number' },
  },
  pois: { minZoom: 9, fields: { ...names, category: 'String', rank: 'Number' } },
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

/** Creates a TileJSON 3.0.0 document with additional fields for the console. */
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
    regions: service
      .listMaps()
      .map(({ handle }, index) => ({ name: handle.region, bounds: service.listBounds()[index] })),
    styles: styleNames.map((name) => `${base}/styles/${name}.json`),
    vector_layers: Object.entries(layers).map(([id, { minZoom, fields }]) => ({
      id,
      minzoom: minZoom,
      maxzoom: MAX_ZOOM,
      fields,
    })),
  }
}

/** Returns the base URL that the caller used. If a proxy terminates TLS, only the public URL has the right protocol. */
export function toBaseUrl({ protocol, host }: FastifyRequest, publicUrl: string): string {
  return new URL(publicUrl).host === host ? publicUrl : `${protocol}://${host}`
}
