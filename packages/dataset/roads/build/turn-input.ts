import type { RawRoads } from '../collect.ts'
import type { NodeRules } from '../rules/rules.ts'
import type { TravelRules } from '../rules/travel-rules.ts'
import type { BaseArcs } from './arcs.ts'
import type { Edges } from './edges.ts'
import type { Junctions } from './junctions.ts'
import type { RestrictionStates } from './restriction-states.ts'
import type { TraitTables } from './traits.ts'

export interface TurnInput {
  readonly raw: RawRoads
  readonly edges: Edges
  readonly arcs: BaseArcs
  readonly junctions: Junctions
  readonly states: RestrictionStates
  readonly traits: TraitTables
  readonly nodeRules: ReadonlyMap<number, NodeRules>
  readonly travelRules: TravelRules
}
