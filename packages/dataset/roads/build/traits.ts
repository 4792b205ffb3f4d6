import type { DrivenDirection, RoadRules, TimedRule, VehicleLimits } from '../rules/rules.ts'
import { Interner } from './interner.ts'

/** What both directions of a way have in common: two ways that differ in it are two roads. */
export type RoadTraits = Pick<
  RoadRules,
  'roadClass' | 'mode' | 'flags' | 'lanes' | 'name' | 'ref' | 'rotaryName' | 'pronunciation' | 'exits' | 'canStart'
> & { readonly limits: VehicleLimits; readonly country: string }

/** What makes one direction of a way different from another, its speed excepted. */
export type SideTraits = Pick<
  DrivenDirection,
  'restricted' | 'closedByDefault' | 'noGoodsVehicles' | 'noHazardousGoods' | 'destinations' | 'turnLanes'
> & { readonly timed: readonly TimedRule[] }

/** The number of a direction in which nobody may drive. */
export const CLOSED_SIDE = 0

/** Numbers for equal traits: pieces of road are merged where the numbers are the same. */
export class TraitTables {
  readonly roads = new Interner<RoadTraits>()
  readonly sides = new Interner<SideTraits | undefined>()

  constructor() {
    this.sides.numberOf('', undefined)
  }

  road(rules: RoadRules, country: string | undefined): number {
    const { roadClass, mode, flags, lanes, name, ref, rotaryName, pronunciation, exits, canStart, limits } = rules
    const traits = {
      roadClass,
      mode,
      flags,
      lanes,
      name,
      ref,
      rotaryName,
      pronunciation,
      exits,
      canStart,
      limits,
      country: country ?? '',
    }
    return this.roads.numberOf(JSON.stringify(Object.values(traits)), traits)
  }

  side(direction: DrivenDirection | undefined): number {
    if (!direction) return CLOSED_SIDE
    const { restricted, closedByDefault, noGoodsVehicles, noHazardousGoods, destinations, turnLanes, timed } = direction
    const traits = { restricted, closedByDefault, noGoodsVehicles, noHazardousGoods, destinations, turnLanes, timed }
    return this.sides.numberOf(JSON.stringify(Object.values(traits)), traits)
  }
}
