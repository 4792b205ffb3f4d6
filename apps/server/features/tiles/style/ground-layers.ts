import { byZoom, has, isOneOf, type Json, linearByZoom, negate, type StyleLayer, TILE_SOURCE } from './expressions.ts'
import type { Palette } from './palettes.ts'

/** Width in which the map fades along its border. Tiles contain the border up to 160 pixels away. */
const FADE_PIXELS = 140

export function listGroundLayers(colors: Palette): StyleLayer[] {
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': colors.ground } },
    {
      // Adjacent seas are separate polygons, and the ground would show through between them as dots. The smoothed edges
      // of this layer hide the gaps. A line layer would not work, because the polygons have too many points for one
      // line.
      ...fillLayer('sea-seams', 'water', 0, colors.water, { filter: isOneOf('kind', 'water') }),
      maxzoom: 10,
    },
    seaLayer(colors),
    landLayer('residential', 6, colors.residential, 'residential'),
    // Nature reserves may be at sea.
    fillLayer('reserves', 'land', 6, colors.park, { filter: isOneOf('class', 'reserve'), opacity: 0.35 }),
    landLayer('land', 6, toLandColor(colors)),
    landLayer('parks', 6, toParkColor(colors), 'park', 'cemetery', 'pitch'),
    ...listWaterLayers(colors),
    fillLayer('piers', 'piers', 12, colors.pier, { filter: ['==', ['geometry-type'], 'Polygon'] }),
    {
      ...lineLayer('pier-lines', 'piers', 13, colors.pier, byZoom(13, 1, 18, 8)),
      filter: ['==', ['geometry-type'], 'LineString'],
    },
    fillLayer('runway-areas', 'aeroways', 11, colors.runway, { filter: ['==', ['geometry-type'], 'Polygon'] }),
    {
      ...lineLayer('runways', 'aeroways', 10, colors.runway, [
        'interpolate',
        ['exponential', 1.7],
        ['zoom'],
        10,
        ['case', ['==', ['get', 'class'], 'runway'], 1.5, 0.3],
        16,
        ['case', ['==', ['get', 'class'], 'runway'], 34, 8],
      ]),
      filter: ['==', ['geometry-type'], 'LineString'],
    },
  ]
}

/**
 * Creates the layer of the sea. Shorelines are rings painted in order: the sea, the land in it, and the water in that
 * land. The rings have no outlines, because outlines are drawn after all fills. The outline of land under water would
 * otherwise cross the sea.
 */
function seaLayer(colors: Palette): StyleLayer {
  const isLand: Json = ['==', ['get', 'kind'], 'land']
  return {
    id: 'sea',
    type: 'fill',
    source: TILE_SOURCE,
    'source-layer': 'water',
    filter: isOneOf('kind', 'water', 'land'),
    paint: { 'fill-antialias': false, 'fill-color': ['case', isLand, colors.ground, colors.water] },
  }
}

function listWaterLayers(colors: Palette): StyleLayer[] {
  return [
    fillLayer('water', 'water', 4, colors.water, {
      filter: negate(isOneOf('kind', 'water', 'land')),
      opacity: ['case', has('intermittent'), 0.5, 1],
    }),
    {
      ...lineLayer('waterways', 'waterways', 8, colors.water, [
        'interpolate',
        ['exponential', 1.4],
        ['zoom'],
        8,
        ['match', ['get', 'class'], ['river', 'canal'], 0.8, 0.2],
        14,
        ['match', ['get', 'class'], ['river', 'canal'], 2.5, 1],
        18,
        ['match', ['get', 'class'], ['river', 'canal'], 10, 4],
      ]),
      filter: negate(has('tunnel')),
    },
  ]
}

/** Lists the layers of buildings, which are flat when seen from above and extruded on a tilted map. */
export function listBuildingLayers(colors: Palette): StyleLayer[] {
  return [
    {
      id: 'buildings',
      type: 'fill',
      source: TILE_SOURCE,
      'source-layer': 'buildings',
      minzoom: 13,
      filter: ['!=', ['get', 'class'], 'part'],
      paint: {
        'fill-color': colors.building,
        'fill-opacity': linearByZoom(13, 0, 14, 0.9),
        'fill-outline-color': linearByZoom(14, colors.building, 15.5, colors.buildingLine),
      },
    },
    {
      id: 'buildings-3d',
      type: 'fill-extrusion',
      source: TILE_SOURCE,
      'source-layer': 'buildings',
      minzoom: 14.5,
      layout: { visibility: 'none' },
      paint: {
        'fill-extrusion-color': colors.building,
        'fill-extrusion-height': linearByZoom(14.5, 0, 15.5, ['get', 'height']),
        'fill-extrusion-base': linearByZoom(14.5, 0, 15.5, ['coalesce', ['get', 'min_height'], 0]),
        'fill-extrusion-opacity': 0.85,
      },
    },
  ]
}

/**
 * Lists the layers that fade roads and areas at the edge of a map. At low zoom levels, circles on the land outside grow
 * with the map. At higher zoom levels, a blurred line along the border has the same width in pixels everywhere.
 */
export function listEdgeLayers(colors: Palette): StyleLayer[] {
  const radius: Json = ['get', 'radius']
  const edge = (id: string, type: string, geometry: string, style: { readonly [key: string]: Json }): StyleLayer => ({
    id,
    type,
    source: TILE_SOURCE,
    'source-layer': 'outside',
    filter: ['==', ['geometry-type'], geometry],
    ...style,
  })
  return [
    edge('map-edge', 'circle', 'Point', {
      paint: {
        'circle-color': colors.ground,
        'circle-blur': 1,
        'circle-radius': ['interpolate', ['exponential', 2], ['zoom'], 0, radius, 22, ['*', radius, 2 ** 22]],
        'circle-pitch-alignment': 'map',
      },
    }),
    edge('map-outside', 'fill', 'Polygon', { paint: { 'fill-color': colors.ground } }),
    edge('map-border', 'line', 'LineString', {
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colors.ground, 'line-width': 2 * FADE_PIXELS, 'line-blur': FADE_PIXELS },
    }),
  ]
}

export function listBorderLayers(colors: Palette): StyleLayer[] {
  const border = (id: string, filter: Json, width: Json, dashes: Json): StyleLayer => ({
    id,
    type: 'line',
    source: TILE_SOURCE,
    'source-layer': 'borders',
    filter,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': colors.border, 'line-width': width, 'line-dasharray': dashes, 'line-opacity': 0.8 },
  })
  return [
    border('borders-state', ['>', ['get', 'level'], 2], byZoom(4, 0.4, 12, 1), [3, 3]),
    border('borders-country', ['==', ['get', 'level'], 2], byZoom(2, 0.6, 12, 2.2), [5, 2, 1, 2]),
  ]
}

function landLayer(id: string, minzoom: number, color: Json, ...classes: string[]): StyleLayer {
  return fillLayer(id, 'land', minzoom, color, classes.length > 0 ? { filter: isOneOf('class', ...classes) } : {})
}

function toParkColor(colors: Palette): Json {
  return ['match', ['get', 'class'], 'pitch', colors.pitch, 'cemetery', colors.cemetery, colors.park]
}

function toLandColor(colors: Palette): Json {
  return [
    'match',
    ['get', 'class'],
    'wood',
    colors.wood,
    ['scrub', 'grass', 'wetland'],
    colors.grass,
    ['park', 'sport'],
    colors.park,
    'farmland',
    colors.farmland,
    'sand',
    colors.sand,
    ['rock', 'glacier'],
    colors.rock,
    'commercial',
    colors.commercial,
    ['industrial', 'military', 'parking'],
    colors.industrial,
    'civic',
    colors.civic,
    'hospital',
    colors.hospital,
    'cemetery',
    colors.cemetery,
    ['airport', 'apron'],
    colors.apron,
    'pedestrian',
    colors.pedestrian,
    'rgba(0, 0, 0, 0)',
  ]
}

function fillLayer(
  id: string,
  layer: string,
  minzoom: number,
  color: Json,
  { filter, opacity }: { filter?: Json; opacity?: Json } = {},
): StyleLayer {
  return {
    id,
    type: 'fill',
    source: TILE_SOURCE,
    'source-layer': layer,
    minzoom,
    ...(filter !== undefined && { filter }),
    paint: { 'fill-color': color, ...(opacity !== undefined && { 'fill-opacity': opacity }) },
  }
}

function lineLayer(id: string, layer: string, minzoom: number, color: Json, width: Json): StyleLayer {
  return {
    id,
    type: 'line',
    source: TILE_SOURCE,
    'source-layer': layer,
    minzoom,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': width },
  }
}
