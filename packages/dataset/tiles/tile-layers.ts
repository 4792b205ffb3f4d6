import { TileLayer } from '@fairway/geo'
import type { DrawnBasemapLayer } from '../basemap/basemap-tiles.ts'

type LayerName = DrawnBasemapLayer | 'roads' | 'places' | 'housenumbers' | 'outside' | 'zones' | 'corridors' | 'odd'

/** Creates empty layers. Layers that stay empty are not written. */
export function createTileLayers(): Record<LayerName, TileLayer> {
  const layer = (name: string) => new TileLayer(name)
  return {
    land: layer('land'),
    water: layer('water'),
    waterways: layer('waterways'),
    aeroways: layer('aeroways'),
    piers: layer('piers'),
    buildings: layer('buildings'),
    odd: layer('odd'),
    zones: layer('zones'),
    paths: layer('paths'),
    roads: layer('roads'),
    rails: layer('rails'),
    outside: layer('outside'),
    borders: layer('borders'),
    corridors: layer('corridors'),
    housenumbers: layer('housenumbers'),
    pois: layer('pois'),
    labels: layer('labels'),
    places: layer('places'),
  }
}
