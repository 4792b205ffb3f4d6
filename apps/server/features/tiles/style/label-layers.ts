import {
  allOf,
  BOLD_FONT,
  byZoom,
  ITALIC_FONT,
  isOneOf,
  type Json,
  LABEL_FONT,
  linearByZoom,
  negate,
  type StyleLayer,
  TILE_SOURCE,
  toLabel,
} from './expressions.ts'
import type { Palette } from './palettes.ts'

/**
 * Lists the label layers in drawing order. MapLibre places later layers first: towns, then points of interest, then
 * streets.
 */
export function listLabelLayers(colors: Palette, language: string | undefined): StyleLayer[] {
  return [
    ...listRoadLabels(colors, language),
    houseNumbers(colors),
    ...listAreaLabels(colors, language),
    ...listPoiLayers(colors, language),
    ...listPlaceLabels(colors, language),
  ]
}

function listRoadLabels(colors: Palette, language: string | undefined): StyleLayer[] {
  const name = (id: string, layer: string, minzoom: number, filter: Json, size: Json): StyleLayer =>
    symbolLayer(id, layer, minzoom, {
      filter: allOf(['has', 'name'], filter),
      layout: {
        'symbol-placement': 'line',
        'text-field': toLabel(language),
        'text-font': LABEL_FONT,
        'text-size': size,
        'symbol-spacing': 350,
        'text-max-angle': 30,
        'text-padding': 4,
      },
      paint: { 'text-color': colors.text, 'text-halo-color': colors.halo, 'text-halo-width': 1.6 },
    })
  const mainRoads = isOneOf('class', 'motorway', 'trunk', 'primary', 'secondary')
  return [
    oneWayArrows(colors),
    name('path-names', 'paths', 16, true, byZoom(16, 10, 20, 13)),
    name('street-names', 'roads', 14.5, negate(mainRoads), byZoom(14, 10, 16, 11.5, 20, 16)),
    name('main-road-names', 'roads', 12.5, mainRoads, byZoom(12, 10.5, 16, 13, 20, 18)),
    symbolLayer('shields', 'roads', 9, {
      filter: allOf(['has', 'ref'], ['<=', ['length', ['get', 'ref']], 9], mainRoads),
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 420,
        'icon-image': 'shield',
        'icon-text-fit': 'both',
        'icon-text-fit-padding': [2, 4, 1, 4],
        'icon-rotation-alignment': 'viewport',
        'text-rotation-alignment': 'viewport',
        'text-field': ['get', 'ref'],
        'text-font': BOLD_FONT,
        'text-size': 9.5,
        'text-padding': 20,
      },
      paint: {
        'icon-color': colors.shield,
        'icon-halo-color': colors.mainCasing,
        'icon-halo-width': 1,
        'text-color': colors.shieldText,
      },
    }),
  ]
}

function oneWayArrows(colors: Palette): StyleLayer {
  return symbolLayer('oneway', 'roads', 16, {
    filter: allOf(['has', 'oneway'], ['!=', ['get', 'class'], 'motorway']),
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 120,
      'icon-image': 'arrow',
      'icon-rotate': ['case', ['==', ['get', 'oneway'], -1], 180, 0],
      'icon-rotation-alignment': 'map',
      'icon-size': byZoom(16, 0.55, 20, 1.3),
      'icon-padding': 2,
    },
    paint: { 'icon-color': colors.arrow },
  })
}

function houseNumbers(colors: Palette): StyleLayer {
  return symbolLayer('house-numbers', 'housenumbers', 17, {
    layout: {
      'text-field': ['get', 'number'],
      'text-font': LABEL_FONT,
      'text-size': linearByZoom(17, 10, 20, 14),
      'text-padding': 3,
    },
    paint: { 'text-color': colors.mutedText, 'text-halo-color': colors.halo, 'text-halo-width': 1 },
  })
}

function listAreaLabels(colors: Palette, language: string | undefined): StyleLayer[] {
  const label = (id: string, filter: Json, color: string, font: Json): StyleLayer =>
    symbolLayer(id, 'labels', 4, {
      filter,
      layout: {
        'text-field': toLabel(language),
        'text-font': font,
        'text-size': linearByZoom(8, 10, 16, 12.5),
        'text-max-width': 7,
        'symbol-sort-key': ['get', 'rank'],
        'text-padding': 6,
      },
      paint: { 'text-color': color, 'text-halo-color': colors.halo, 'text-halo-width': 1.2 },
    })
  return [
    label('area-names', negate(isOneOf('class', 'water', 'harbor', 'sea')), colors.parkText, LABEL_FONT),
    label('water-names', isOneOf('class', 'water', 'harbor'), colors.waterText, ITALIC_FONT),
    symbolLayer('sea-names', 'labels', 1, {
      filter: isOneOf('class', 'sea'),
      layout: {
        'text-field': toLabel(language),
        'text-font': ITALIC_FONT,
        'text-size': linearByZoom(1, 10, 4, 12.5, 8, 15),
        'text-letter-spacing': 0.12,
        'text-max-width': 6,
        'symbol-sort-key': ['get', 'rank'],
        'text-padding': 8,
      },
      paint: { 'text-color': colors.waterText, 'text-halo-color': colors.water, 'text-halo-width': 1 },
    }),
    symbolLayer('waterway-names', 'waterways', 13, {
      filter: ['has', 'name'],
      layout: {
        'symbol-placement': 'line',
        'text-field': toLabel(language),
        'text-font': ITALIC_FONT,
        'text-size': 11,
        'symbol-spacing': 400,
      },
      paint: { 'text-color': colors.waterText, 'text-halo-color': colors.halo, 'text-halo-width': 1 },
    }),
  ]
}

const poiGroups: Readonly<Record<keyof Palette['poi'], readonly string[]>> = {
  transport: ['airport', 'railway', 'ferry', 'bus', 'parking', 'fuel', 'charging', 'checkpoint', 'speed_camera'],
  health: ['hospital', 'pharmacy'],
  culture: ['museum', 'attraction', 'theatre', 'cinema', 'library', 'worship', 'stadium'],
  food: ['food', 'cafe', 'bar'],
  shop: ['shop', 'bank', 'atm'],
  nature: ['peak', 'viewpoint', 'playground'],
  service: ['civic', 'school', 'police', 'post', 'hotel', 'information', 'toilets'],
}

/** Zoom levels of points of interest. Less important symbols appear only if there is room for them. */
const POI_ZOOMS: readonly (readonly [id: string, minzoom: number, maxRank: number, minRank: number])[] = [
  ['pois', 12, 16, 0],
  ['pois-more', 15.2, 32, 16],
  ['pois-all', 16.2, 200, 32],
]

function listPoiLayers(colors: Palette, language: string | undefined): StyleLayer[] {
  const groups = Object.entries(poiGroups) as [keyof Palette['poi'], readonly string[]][]
  const color: Json = [
    'match',
    ['get', 'category'],
    ...groups.flatMap(([group, categories]): Json[] => [categories, colors.poi[group]]),
    colors.poi.service,
  ]
  const rank: Json = ['coalesce', ['get', 'rank'], 100]
  return POI_ZOOMS.toReversed().map(([id, minzoom, maxRank, minRank]) =>
    symbolLayer(id, 'pois', minzoom, {
      filter: allOf(['>', rank, minRank], ['<=', rank, maxRank]),
      layout: {
        'icon-image': ['get', 'category'],
        'icon-size': linearByZoom(13, 0.8, 17, 1, 20, 1.3),
        'icon-padding': 4,
        'text-field': ['coalesce', toLabel(language), ''],
        'text-font': LABEL_FONT,
        'text-size': linearByZoom(14, 10, 18, 11.5, 20, 14),
        'text-anchor': 'top',
        'text-offset': [0, 0.7],
        'text-max-width': 8,
        'text-optional': true,
        'symbol-sort-key': rank,
      },
      paint: {
        'icon-color': color,
        'icon-halo-color': colors.halo,
        'icon-halo-width': 1,
        'text-color': color,
        'text-halo-color': colors.halo,
        'text-halo-width': 1.2,
      },
    }),
  )
}

function listPlaceLabels(colors: Palette, language: string | undefined): StyleLayer[] {
  const place = (
    id: string,
    kinds: readonly string[],
    zooms: readonly [number, number],
    size: Json,
    layerFields: object = {},
  ) =>
    symbolLayer(id, 'places', zooms[0], {
      maxzoom: zooms[1],
      filter: isOneOf('kind', ...kinds),
      layout: {
        'text-field': toLabel(language),
        'text-font': kinds[0] === 'city' ? BOLD_FONT : LABEL_FONT,
        'text-size': size,
        'text-max-width': 8,
        'symbol-sort-key': ['coalesce', ['get', 'rank'], 100],
        ...layerFields,
      },
      paint: { 'text-color': colors.text, 'text-halo-color': colors.halo, 'text-halo-width': 1.6 },
    })
  const capitals = { 'text-transform': 'uppercase', 'text-letter-spacing': 0.12 }
  const byImportance = (low: number, high: number): Json => [
    'interpolate',
    ['linear'],
    ['coalesce', ['get', 'importance'], 0],
    20,
    low,
    90,
    high,
  ]
  return [
    place('suburbs', ['suburb'], [12, 16], linearByZoom(12, 10, 15, 13), capitals),
    place('villages', ['village'], [10, 16], linearByZoom(10, 10, 15, 14)),
    place(
      'towns',
      ['town'],
      [7, 15],
      ['interpolate', ['linear'], ['zoom'], 7, byImportance(10, 12), 15, byImportance(13, 17)],
    ),
    place(
      'cities',
      ['city'],
      [3, 14],
      ['interpolate', ['linear'], ['zoom'], 3, byImportance(10, 13), 12, byImportance(14, 22)],
    ),
    place('countries', ['country'], [1, 7], linearByZoom(1, 10, 6, 15), capitals),
  ]
}

function symbolLayer(
  id: string,
  layer: string,
  minzoom: number,
  layerFields: { readonly [key: string]: Json } & { readonly layout: Json; readonly paint: Json },
): StyleLayer {
  return { id, type: 'symbol', source: TILE_SOURCE, 'source-layer': layer, minzoom, ...layerFields }
}
