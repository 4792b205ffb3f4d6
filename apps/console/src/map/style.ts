import type {
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  FillLayerSpecification,
  FilterSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import { type MapColors, signalColors } from './colors.ts'

const FONT = ['system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif']

/** Widths in pixels by zoom level. Between these levels, widths are interpolated exponentially. */
function interpolateWidth(...steps: number[]): DataDrivenPropertyValueSpecification<number> {
  return ['interpolate', ['exponential', 1.5], ['zoom'], ...steps] as DataDrivenPropertyValueSpecification<number>
}

const filterByClass = (...classes: string[]): FilterSpecification =>
  ['in', ['get', 'class'], ['literal', classes]] as FilterSpecification

const motorwayFilter = filterByClass('motorway', 'trunk', 'motorway_link', 'trunk_link')
const mainRoadFilter = filterByClass('primary', 'secondary', 'primary_link', 'secondary_link')
const streetFilter = filterByClass('tertiary', 'tertiary_link', 'unclassified', 'residential', 'living_street', 'road')
const ferryFilter = filterByClass('ferry')
const pathFilter = ['!', ['any', motorwayFilter, mainRoadFilter, streetFilter, ferryFilter]] as FilterSpecification

export function mapStyle(colors: MapColors, tiles: string, traffic: string, maxzoom: number): StyleSpecification {
  return {
    version: 8,
    // No `glyphs`: labels use the browser fonts, so nothing has to be fetched for them.
    sources: {
      map: { type: 'vector', tiles: [tiles], maxzoom },
      traffic: { type: 'vector', tiles: [traffic], minzoom: 8, maxzoom },
    },
    layers: [
      ...groundLayers(colors),
      ...roadLayers(colors),
      ...createRuleLayers(colors),
      ...trafficLayers(),
      ...labelLayers(colors),
    ],
  }
}

function groundLayers(colors: MapColors): LayerSpecification[] {
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': colors.land } },
    { id: 'water', type: 'fill', source: 'map', 'source-layer': 'water', paint: waterPaint(colors) },
  ]
}

/**
 * Shorelines are rings painted in order: water, the land in it, the water in that land. None has an outline: all
 * outlines are drawn after all fills, so the outline of land under water would be a line across the sea.
 */
function waterPaint(colors: MapColors): NonNullable<FillLayerSpecification['paint']> {
  const isLand: ExpressionSpecification = ['==', ['get', 'kind'], 'land']
  return {
    'fill-antialias': false,
    'fill-color': ['case', isLand, colors.land, colors.water],
  }
}

function roadLayer(
  id: string,
  filter: FilterSpecification,
  color: string,
  widths: number[],
  minzoom: number,
): LayerSpecification {
  return {
    id,
    type: 'line',
    source: 'map',
    'source-layer': 'roads',
    minzoom,
    filter,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': interpolateWidth(...widths) },
  }
}

/** Dashed, in the color of water labels: a ferry line drawn like a road would look like a scratch in the sea. */
function ferryLayer(colors: MapColors): LayerSpecification {
  return {
    id: 'ferries',
    type: 'line',
    source: 'map',
    'source-layer': 'roads',
    minzoom: 8,
    filter: ferryFilter,
    paint: { 'line-color': colors.waterText, 'line-width': 1, 'line-opacity': 0.55, 'line-dasharray': [5, 4] },
  }
}

function roadLayers(colors: MapColors): LayerSpecification[] {
  return [
    ferryLayer(colors),
    roadLayer('paths', pathFilter, colors.path, [13, 0.6, 18, 5], 13),
    roadLayer('streets-casing', streetFilter, colors.casing, [12, 1, 18, 15], 13),
    roadLayer('primaries-casing', mainRoadFilter, colors.casing, [8, 0.8, 18, 22], 9),
    roadLayer('motorways-casing', motorwayFilter, colors.casing, [5, 0.8, 18, 26], 6),
    roadLayer('streets', streetFilter, colors.street, [12, 0.6, 18, 13], 12),
    roadLayer('primaries', mainRoadFilter, colors.primary, [8, 0.5, 18, 19], 8),
    roadLayer('motorways', motorwayFilter, colors.motorway, [5, 0.5, 18, 22], 5),
  ]
}

/**
 * Restricted and permitted areas: no-fly zones, drone corridors, self-driving domains. Shown when the mode needs them.
 */
function createRuleLayers(colors: MapColors): LayerSpecification[] {
  return [
    fillLayer('domains', 'odd', colors.domain, 0.12),
    outlineLayer('domains-line', 'odd', colors.domain),
    fillLayer('zones', 'zones', colors.zone, 0.14),
    outlineLayer('zones-line', 'zones', colors.zone),
    {
      ...outlineLayer('corridors', 'corridors', colors.corridor),
      paint: { 'line-color': colors.corridor, 'line-width': 3, 'line-opacity': 0.7 },
    } as LayerSpecification,
  ]
}

function fillLayer(id: string, layer: string, color: string, opacity: number): LayerSpecification {
  return {
    id,
    type: 'fill',
    source: 'map',
    'source-layer': layer,
    layout: { visibility: 'none' },
    paint: { 'fill-color': color, 'fill-opacity': opacity },
  }
}

function outlineLayer(id: string, layer: string, color: string): LayerSpecification {
  return {
    id,
    type: 'line',
    source: 'map',
    'source-layer': layer,
    layout: { visibility: 'none' },
    paint: { 'line-color': color, 'line-width': 1.2, 'line-dasharray': [3, 2] },
  }
}

function trafficLayers(): LayerSpecification[] {
  const { free, slow, jam, closed } = signalColors
  const color = ['case', ['==', ['get', 'closed'], 1], closed, ['step', ['get', 'ratio'], jam, 0.45, slow, 0.75, free]]
  return [
    {
      id: 'traffic',
      type: 'line',
      source: 'traffic',
      'source-layer': 'traffic',
      layout: { 'line-cap': 'round', visibility: 'none' },
      paint: {
        'line-color': color as DataDrivenPropertyValueSpecification<string>,
        'line-width': interpolateWidth(8, 1, 18, 7),
        'line-offset': interpolateWidth(12, 0, 18, 6),
        'line-opacity': 0.85,
      },
    },
    {
      id: 'incidents',
      type: 'circle',
      source: 'traffic',
      'source-layer': 'incidents',
      layout: { visibility: 'none' },
      paint: { 'circle-radius': 6, 'circle-color': jam, 'circle-stroke-width': 2, 'circle-stroke-color': '#ffffff' },
    },
  ]
}

function labelLayers(colors: MapColors): LayerSpecification[] {
  const halo = { 'text-halo-color': colors.halo, 'text-halo-width': 1.4 }
  return [
    {
      id: 'road-names',
      type: 'symbol',
      source: 'map',
      'source-layer': 'roads',
      minzoom: 13,
      filter: ['has', 'name'],
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 11,
        'symbol-spacing': 320,
      },
      paint: { 'text-color': colors.text, ...halo },
    },
    {
      id: 'settlements',
      type: 'symbol',
      source: 'map',
      'source-layer': 'places',
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': ['interpolate', ['linear'], ['coalesce', ['get', 'importance'], 0], 20, 11, 90, 17],
        'symbol-sort-key': ['coalesce', ['get', 'rank'], 100],
        'text-max-width': 8,
      },
      paint: { 'text-color': colors.text, ...halo },
    },
  ]
}

/** The layers that belong to each mode. */
export const ruleLayers = {
  air: ['zones', 'zones-line', 'corridors'],
  av: ['domains', 'domains-line'],
  traffic: ['traffic', 'incidents'],
} as const
