import { allOf, byZoom, has, isOneOf, type Json, negate, type StyleLayer, TILE_SOURCE } from './expressions.ts'
import type { Palette } from './palettes.ts'

interface RoadClass {
  readonly id: string
  readonly classes: readonly string[]
  readonly minzoom: number
  readonly color: (colors: Palette) => string
  readonly casing: (colors: Palette) => string
  /** Alternating zoom levels and widths in pixels. */
  readonly widths: readonly number[]
}

/** Road classes in drawing order, with the least important class first. */
const roadClasses: readonly RoadClass[] = [
  {
    id: 'service',
    classes: ['service', 'track', 'other'],
    minzoom: 13.5,
    color: ({ street }) => street,
    casing: ({ streetCasing }) => streetCasing,
    widths: [14, 0.8, 16, 3, 18, 8, 20, 20],
  },
  {
    id: 'street',
    classes: ['unclassified', 'residential', 'living_street', 'road'],
    minzoom: 12,
    color: ({ street }) => street,
    casing: ({ streetCasing }) => streetCasing,
    widths: [12, 0.6, 14, 2.4, 16, 6.5, 18, 15, 20, 38],
  },
  {
    id: 'tertiary',
    classes: ['tertiary'],
    minzoom: 11,
    color: ({ street }) => street,
    casing: ({ streetCasing }) => streetCasing,
    widths: [11, 0.8, 14, 3.6, 16, 8.5, 18, 19, 20, 46],
  },
  {
    id: 'secondary',
    classes: ['secondary'],
    minzoom: 9,
    color: ({ primary }) => primary,
    casing: ({ mainCasing }) => mainCasing,
    widths: [9, 0.6, 12, 1.8, 14, 4.4, 16, 10, 18, 22, 20, 52],
  },
  {
    id: 'primary',
    classes: ['primary'],
    minzoom: 7,
    color: ({ primary }) => primary,
    casing: ({ mainCasing }) => mainCasing,
    widths: [7, 0.6, 10, 1.4, 12, 2.4, 14, 5.2, 16, 11, 18, 25, 20, 58],
  },
  {
    id: 'trunk',
    classes: ['trunk'],
    minzoom: 5,
    color: ({ trunk }) => trunk,
    casing: ({ mainCasing }) => mainCasing,
    widths: [5, 0.6, 8, 1.3, 12, 3, 14, 6, 16, 12, 18, 27, 20, 62],
  },
  {
    id: 'motorway',
    classes: ['motorway'],
    minzoom: 5,
    color: ({ motorway }) => motorway,
    casing: ({ motorwayCasing }) => motorwayCasing,
    widths: [5, 0.8, 8, 1.6, 12, 3.4, 14, 6.4, 16, 13, 18, 28, 20, 64],
  },
]

const CASING_PIXELS = 1.4

/**
 * Lists the road layers. Tunnels come first, then all casings and all roads, so that crossings look joined. Bridges
 * come last.
 */
export function listRoadLayers(colors: Palette): StyleLayer[] {
  const surface = negate(['any', has('tunnel'), has('bridge')])
  return [
    ...roadClasses.map((road) => casingLayer(road, 'tunnel', has('tunnel'), colors)),
    ...roadClasses.map((road) => roadLine(road, 'tunnel', has('tunnel'), colors.tunnel)),
    ...listPathLayers(colors),
    ...roadClasses.map((road) => casingLayer(road, 'road', surface, colors)),
    ...roadClasses.map((road) => roadLine(road, 'road', surface, road.color(colors))),
    ...listRailLayers(colors),
    ...roadClasses.map((road) => casingLayer(road, 'bridge', has('bridge'), colors)),
    ...roadClasses.map((road) => roadLine(road, 'bridge', has('bridge'), road.color(colors))),
    {
      id: 'ferries',
      type: 'line',
      source: TILE_SOURCE,
      'source-layer': 'roads',
      minzoom: 8,
      filter: isOneOf('class', 'ferry'),
      paint: { 'line-color': colors.waterText, 'line-width': 1, 'line-dasharray': [4, 3], 'line-opacity': 0.7 },
    },
  ]
}

function toWidths({ widths }: RoadClass, extraWidth: number): Json {
  const narrowedWidths = widths.map((value, index): Json => {
    if (index % 2 === 0) return value
    // Ramps are narrower than the road that they lead to.
    return ['*', ['case', ['==', ['get', 'link'], 1], 0.65, 1], value + (value > 1.2 ? extraWidth : extraWidth / 4)]
  })
  return byZoom(...narrowedWidths)
}

function roadFilter({ classes }: RoadClass, structure: Json): Json {
  return allOf(isOneOf('class', ...classes), structure)
}

function casingLayer(road: RoadClass, group: string, structure: Json, colors: Palette): StyleLayer {
  const isTunnel = group === 'tunnel'
  return {
    id: `${group}-${road.id}-casing`,
    type: 'line',
    source: TILE_SOURCE,
    'source-layer': 'roads',
    minzoom: Math.max(road.minzoom, 11),
    filter: roadFilter(road, structure),
    layout: { 'line-cap': group === 'road' ? 'round' : 'butt', 'line-join': 'round' },
    paint: {
      'line-color': road.casing(colors),
      'line-width': toWidths(road, CASING_PIXELS),
      ...(isTunnel && { 'line-dasharray': [2, 1.4], 'line-opacity': 0.7 }),
    },
  }
}

function roadLine(road: RoadClass, group: string, structure: Json, color: string): StyleLayer {
  return {
    id: `${group}-${road.id}`,
    type: 'line',
    source: TILE_SOURCE,
    'source-layer': 'roads',
    minzoom: road.minzoom,
    filter: roadFilter(road, structure),
    layout: { 'line-cap': group === 'road' ? 'round' : 'butt', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': toWidths(road, 0) },
  }
}

function listPathLayers(colors: Palette): StyleLayer[] {
  const path = (id: string, classes: readonly string[], color: string, width: Json, dashes?: Json): StyleLayer => ({
    id,
    type: 'line',
    source: TILE_SOURCE,
    'source-layer': 'paths',
    minzoom: 13,
    filter: allOf(isOneOf('class', ...classes), negate(has('tunnel'))),
    layout: { 'line-join': 'round', ...(dashes === undefined && { 'line-cap': 'round' }) },
    paint: { 'line-color': color, 'line-width': width, ...(dashes !== undefined && { 'line-dasharray': dashes }) },
  })
  return [
    path('pedestrian-casing', ['pedestrian'], colors.streetCasing, byZoom(13, 0.8, 16, 5.4, 18, 11, 20, 26)),
    path('pedestrian', ['pedestrian'], colors.pedestrian, byZoom(13, 0.4, 16, 4, 18, 9.4, 20, 24)),
    path('paths', ['footway', 'path', 'cycleway'], colors.path, byZoom(14, 0.6, 17, 1.6, 20, 4), [2.4, 1.6]),
    path('steps', ['steps'], colors.steps, byZoom(15, 1, 17, 3, 20, 9), [0.5, 0.4]),
  ]
}

function listRailLayers(colors: Palette): StyleLayer[] {
  const rail = (id: string, minzoom: number, filter: Json, paint: { readonly [key: string]: Json }): StyleLayer => ({
    id,
    type: 'line',
    source: TILE_SOURCE,
    'source-layer': 'rails',
    minzoom,
    filter,
    paint: { 'line-color': colors.rail, ...paint },
  })
  const isAboveGround = negate(has('tunnel'))
  const isTrain = isOneOf('class', 'rail', 'narrow_gauge', 'preserved', 'light_rail', 'subway', 'monorail')
  return [
    rail('rails-tunnel', 13, allOf(has('tunnel'), isTrain), {
      'line-width': byZoom(13, 0.6, 18, 2),
      'line-dasharray': [4, 4],
      'line-opacity': 0.5,
    }),
    rail('rails', 9, allOf(isAboveGround, isTrain), { 'line-width': byZoom(9, 0.5, 14, 1.4, 18, 3.5) }),
    rail('rail-ties', 14, allOf(isAboveGround, isTrain, negate(has('service'))), {
      'line-width': byZoom(14, 3, 18, 9),
      'line-dasharray': [0.15, 1.6],
    }),
    rail('trams', 13, allOf(isAboveGround, isOneOf('class', 'tram', 'funicular')), {
      'line-width': byZoom(13, 0.6, 18, 2),
    }),
    rail('aerialways', 12, isOneOf('class', 'aerialway'), { 'line-width': 1, 'line-dasharray': [6, 2] }),
  ]
}
