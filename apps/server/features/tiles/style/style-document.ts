import { type Json, type StyleLayer, TILE_SOURCE } from './expressions.ts'
import { listBorderLayers, listBuildingLayers, listEdgeLayers, listGroundLayers } from './ground-layers.ts'
import { listLabelLayers } from './label-layers.ts'
import { palettes, type StyleName } from './palettes.ts'
import { listRoadLayers } from './road-layers.ts'

export interface StyleOptions {
  readonly name: StyleName
  /** URL of this service, without a trailing slash. */
  readonly baseUrl: string
  readonly version: string
  readonly attribution: string
  readonly maxZoom: number
  /** Language of labels, or undefined for local names. */
  readonly language?: string | undefined
  /** Bounds of the first map as west, south, east and north. */
  readonly bounds?: readonly [number, number, number, number] | undefined
}

export interface StyleDocument {
  readonly version: 8
  readonly layers: readonly StyleLayer[]
  readonly [key: string]: Json
}

const STYLE_TITLES: Readonly<Record<StyleName, string>> = {
  light: 'Fairway Light',
  dark: 'Fairway Dark',
  blueprint: 'Fairway Blueprint',
}

/**
 * Creates a style of the MapLibre style specification. URLs are absolute, so that the style works in other programs
 * too.
 */
export function toStyleDocument(options: StyleOptions): StyleDocument {
  const { name, baseUrl, version, attribution, maxZoom, bounds } = options
  const colors = palettes[name]
  return {
    version: 8,
    name: STYLE_TITLES[name],
    ...(bounds && { center: [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2], zoom: 12 }),
    sources: {
      [TILE_SOURCE]: {
        type: 'vector',
        tiles: [`${baseUrl}/tiles/{z}/{x}/{y}.mvt?v=${version}`],
        minzoom: 0,
        maxzoom: maxZoom,
        attribution,
      },
    },
    sprite: `${baseUrl}/sprites/${name}`,
    glyphs: `${baseUrl}/fonts/{fontstack}/{range}.pbf`,
    light: { anchor: 'viewport', intensity: colors.isDark ? 0.2 : 0.35 },
    layers: [
      ...listGroundLayers(colors),
      ...listBuildingLayers(colors).filter(({ type }) => type === 'fill'),
      ...listRoadLayers(colors),
      ...listEdgeLayers(colors),
      ...listBorderLayers(colors),
      ...listBuildingLayers(colors).filter(({ type }) => type !== 'fill'),
      ...listLabelLayers(colors, options.language),
    ],
  }
}
