import type { Terrain } from '@fairway/geo'
import type { NetworkName } from '@fairway/road'
import { compileBlock } from './compile-block.ts'
import { type Point, parseDrawing } from './drawing.ts'
import { DrawnMap } from './drawn-map.ts'
import { type ConditionEvaluator, isOpeningHoursActive } from './opening-hours.ts'
import { buildOsmBlock, type DrawnRelation, type Tags } from './osm-writer.ts'

export interface DrawingOptions {
  /** Side length of one character cell, in meters. */
  readonly cellMeters?: number
  /** Position of the upper left corner, which also determines the country and its traffic law. */
  readonly origin?: Point
  /** Network to build. Defaults to the car network. */
  readonly network?: NetworkName
  /** Heights of the ground. By default, all heights are unknown. */
  readonly terrain?: Terrain
}

export interface DrawnExtras {
  /** Tags of nodes, such as `{ B: { barrier: 'gate' } }`. */
  readonly nodes?: Readonly<Record<string, Tags>>
  readonly relations?: readonly DrawnRelation[]
  /** Letters of nodes that ways reference but the extract does not contain. */
  readonly missing?: string
  /** Evaluates conditions. Defaults to the opening_hours library. */
  readonly isActive?: ConditionEvaluator
}

/** A position in the middle of the Pacific, without national laws and with right-hand traffic. */
const oceanOrigin: Point = [-1, -155]

/**
 * Compiles a road map from an ASCII drawing with the same steps as any extract. Letters and digits
 * are nodes, and the keys of `ways` list the nodes of each road:
 *
 * ```ts
 * const map = await drawMap({ cellMeters: 100 }, `
 *     A---B---C
 *     |       |
 *     D---E---F
 * `, { ABC: { highway: 'primary' }, ADEFC: { highway: 'residential' } })
 * expectRoute(map, 'A', 'C').follows('ABC')
 * expectRoute(map.closeRoad('BC'), 'A', 'C').follows('ADEFC')
 * ```
 *
 * A suffix after a # distinguishes two ways over the same nodes, such as `'AB'` and `'AB#ferry'`.
 */
export async function drawMap(
  { cellMeters = 100, origin = oceanOrigin, network = 'car', terrain }: DrawingOptions,
  drawing: string,
  ways: Readonly<Record<string, Tags>>,
  { nodes = {}, relations = [], missing = '', isActive = isOpeningHoursActive }: DrawnExtras = {},
): Promise<DrawnMap> {
  const points = parseDrawing(drawing, cellMeters, origin)
  const roads = await compileBlock(buildOsmBlock({ points, nodes, ways, relations, missing }), network, terrain)
  return new DrawnMap({ roads, points, drawing, isActive })
}
