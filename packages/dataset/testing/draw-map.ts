import type { Terrain } from '@fairway/geo'
import type { NetworkName } from '@fairway/road'
import { compileBlock } from './compile-block.ts'
import { type Point, parseDrawing } from './drawing.ts'
import { DrawnMap } from './drawn-map.ts'
import { type ConditionEvaluator, isOpeningHoursActive } from './opening-hours.ts'
import { buildOsmBlock, type DrawnRelation, type Tags } from './osm-writer.ts'

export interface DrawingOptions {
  /** The side length of one character cell. */
  readonly cellMeters?: number
  /** Position of the upper left corner, which also determines the country and its traffic law. */
  readonly origin?: Point
  /** Default: that of cars. */
  readonly network?: NetworkName
  /** The ground. Default: unknown heights. */
  readonly terrain?: Terrain
}

export interface DrawnExtras {
  /** Tags of nodes: `{ B: { barrier: 'gate' } }`. */
  readonly nodes?: Readonly<Record<string, Tags>>
  readonly relations?: readonly DrawnRelation[]
  /** Letters of nodes that ways refer to but the extract does not contain. */
  readonly missing?: string
  /** Evaluates conditions. Default: the opening_hours library. */
  readonly isActive?: ConditionEvaluator
}

/** The middle of the Pacific: no country, so no national law, and right-hand traffic. */
const oceanOrigin: Point = [-1, -155]

/**
 * A road map from a drawing in ASCII, compiled like any extract: collected, built into a network, annotated, ordered,
 * indexed. Letters and digits are nodes, and `ways` lists those that form a road:
 *
 * ```ts
 * const map = await drawMap({ cellMeters: 100 }, `
 *     A---B---C
 *     |       |
 *     D---E---F
 * `, { ABC: { highway: 'primary' }, ADEFC: { highway: 'residential' } })
 * expectRoute(map, 'A', 'C').follows('ABC')
 * expectRoute(map.close('BC'), 'A', 'C').follows('ADEFC')
 * ```
 *
 * Two ways over the same nodes are distinguished by the text after a #: `'AB'` and `'AB#ferry'`.
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
