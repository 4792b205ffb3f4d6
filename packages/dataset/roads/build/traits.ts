import type { ClassCharge, DirectionRules, RoadRules, TimedRule, VehicleLimits } from '../rules/rules.ts'
import { noCharges } from '../rules/tolls/read-charges.ts'
import { Interner } from './interner.ts'

/** Properties shared by both directions of a way. Ways with different traits are different roads. */
export type RoadTraits = Pick<
  RoadRules,
  'roadClass' | 'flags' | 'surface' | 'lanes' | 'name' | 'ref' | 'rotaryName' | 'pronunciation' | 'exits' | 'canStart'
> & { readonly limits: VehicleLimits; readonly country: string; readonly charges: readonly ClassCharge[] }

/** Properties of one direction of a way, except its speed. */
export type SideTraits = Pick<
  DirectionRules,
  | 'mode'
  | 'isRestricted'
  | 'closedByDefault'
  | 'noGoodsVehicles'
  | 'noHazardousGoods'
  | 'timedForGroups'
  | 'destinations'
  | 'turnLanes'
> & { readonly timed: readonly TimedRule[] }

/** Number of the traits of a closed direction. */
export const CLOSED_SIDE = 0

/** Assigns the same number to equal traits. Segments with matching numbers can be merged. */
export class TraitTables {
  readonly roads = new Interner<RoadTraits>()
  readonly sides = new Interner<SideTraits | undefined>()

  constructor() {
    this.sides.intern('', undefined)
  }

  internRoad(rules: RoadRules, country: string | undefined): number {
    const { roadClass, flags, surface, lanes, name, ref, rotaryName, pronunciation, exits, canStart, limits } = rules
    const traits = {
      roadClass,
      flags,
      surface,
      lanes,
      name,
      ref,
      rotaryName,
      pronunciation,
      exits,
      canStart,
      limits,
      country: country ?? '',
      charges: rules.charges ?? noCharges,
    }
    return this.roads.intern(JSON.stringify(Object.values(traits)), traits)
  }

  internSide(direction: DirectionRules | undefined): number {
    if (!direction) return CLOSED_SIDE
    const { mode, isRestricted, closedByDefault, noGoodsVehicles, noHazardousGoods, destinations, turnLanes } =
      direction
    const { timed, timedForGroups } = direction
    const traits = {
      mode,
      isRestricted,
      closedByDefault,
      noGoodsVehicles,
      noHazardousGoods,
      destinations,
      turnLanes,
      timed,
      timedForGroups,
    }
    return this.sides.intern(JSON.stringify(Object.values(traits)), traits)
  }
}
