import type { DataDrivenPropertyValueSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { type OverlayColors, signalColors } from './colors.ts'

/** Name of the vector source in the style that the service serves. */
const TILE_SOURCE = 'fairway'

/**
 * Labels use system fonts, so the map downloads no glyphs and can show every script. MapLibre derives the font weight
 * from the font name.
 */
const SYSTEM_FONTS = 'system-ui, "Segoe UI", Roboto'
/** Font of the labels that pages draw. */
export const BOLD_FONT = `${SYSTEM_FONTS}, "Noto Sans Medium", sans-serif`
const browserFonts: Readonly<Record<string, string>> = {
  'Noto Sans Regular': `${SYSTEM_FONTS}, "Noto Sans", sans-serif`,
  'Noto Sans Italic': `${SYSTEM_FONTS}, "Noto Sans Italic", sans-serif`,
  'Noto Sans Bold': BOLD_FONT,
}

/**
 * Interpolates line widths exponentially between zoom levels. `steps` alternates between zoom levels and widths in
 * pixels.
 */
function interpolateWidth(...steps: number[]): DataDrivenPropertyValueSpecification<number> {
  return ['interpolate', ['exponential', 1.5], ['zoom'], ...steps] as DataDrivenPropertyValueSpecification<number>
}

/**
 * Returns the style of the service with the layers that pages switch on: zones, corridors, domains and traffic. These
 * layers are inserted below the labels.
 */
export function toConsoleStyle(
  base: StyleSpecification,
  colors: OverlayColors,
  trafficUrl: string,
  maxzoom: number,
): StyleSpecification {
  const { glyphs: _, ...style } = base
  const layers = style.layers.map(useBrowserFonts)
  const firstLabel = findFirstLabel(layers)
  return {
    ...style,
    sources: {
      ...style.sources,
      traffic: { type: 'vector', tiles: [trafficUrl], minzoom: 8, maxzoom },
    },
    layers: [
      ...layers.slice(0, firstLabel),
      ...createRuleLayers(colors),
      ...trafficLayers(),
      ...layers.slice(firstLabel),
      zoneLabelLayer(colors),
    ],
  }
}

/** Returns the index of the first label layer. Pages draw below this layer. */
export function findFirstLabel(layers: readonly { readonly type: string }[]): number {
  const index = layers.findIndex(({ type }) => type === 'symbol')
  return index < 0 ? layers.length : index
}

function useBrowserFonts(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol') return layer
  const font = (layer.layout?.['text-font'] as readonly string[] | undefined)?.[0]
  const browserFont = font === undefined ? undefined : browserFonts[font]
  return browserFont === undefined ? layer : { ...layer, layout: { ...layer.layout, 'text-font': [browserFont] } }
}

/**
 * Creates the layers for restricted and permitted areas: no-fly zones, drone corridors and self-driving domains. Each
 * layer is visible only when the travel mode needs it.
 */
function createRuleLayers(colors: OverlayColors): LayerSpecification[] {
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
    source: TILE_SOURCE,
    'source-layer': layer,
    layout: { visibility: 'none' },
    paint: { 'fill-color': color, 'fill-opacity': opacity },
  }
}

function outlineLayer(id: string, layer: string, color: string): LayerSpecification {
  return {
    id,
    type: 'line',
    source: TILE_SOURCE,
    'source-layer': layer,
    layout: { visibility: 'none' },
    paint: { 'line-color': color, 'line-width': 1.2, 'line-dasharray': [3, 2] },
  }
}

/** Writes the name of each zone along its edge, so that users know what they must avoid. */
function zoneLabelLayer(colors: OverlayColors): LayerSpecification {
  return {
    id: 'zones-label',
    type: 'symbol',
    source: TILE_SOURCE,
    'source-layer': 'zones',
    minzoom: 9,
    layout: {
      visibility: 'none',
      'symbol-placement': 'line',
      'symbol-spacing': 420,
      'text-field': ['get', 'name'],
      'text-font': [BOLD_FONT],
      'text-size': 12,
      'text-offset': [0, 0.9],
    },
    paint: { 'text-color': colors.zone, 'text-halo-color': colors.ground, 'text-halo-width': 1.6 },
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

/** Layer ids by travel mode. */
export const ruleLayers = {
  air: ['zones', 'zones-line', 'zones-label', 'corridors'],
  av: ['domains', 'domains-line'],
  traffic: ['traffic', 'incidents'],
} as const
