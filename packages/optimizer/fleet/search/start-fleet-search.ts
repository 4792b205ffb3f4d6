import type { Neighbors } from '../../neighbors.ts'
import type { FleetModel } from '../model.ts'
import { TimeCosts } from '../timing/time-costs.ts'
import { BalancePenalty } from './balance-penalty.ts'
import { CheckedInsertion } from './insertion/checked-insertion.ts'
import { ExactInsertion } from './insertion/exact-insertion.ts'
import type { Insertion } from './insertion/insertion.ts'
import { InsertionOrder } from './insertion/insertion-order.ts'
import { PlainInsertion } from './insertion/plain-insertion.ts'
import { VehicleEligibility } from './insertion/vehicle-eligibility.ts'
import { findNearestStops } from './nearest-stops.ts'
import { RoundJournal } from './round-journal.ts'
import { Routes } from './routes.ts'
import { type SearchRules, toSearchRules } from './rules.ts'
import { StringRemoval } from './string-removal.ts'

/** Number of neighbors per stop, enough to find the tours that pass near it. Finding a slot needs only half as many. */
const NEIGHBOR_COUNT = 40

/** Shared state of the search rounds. */
export interface FleetSearch {
  readonly model: FleetModel
  readonly rules: SearchRules
  readonly routes: Routes
  readonly journal: RoundJournal
  readonly balance: BalancePenalty
  readonly timeCosts: TimeCosts
  readonly insertion: Insertion
  readonly removal: StringRemoval
  readonly insertionOrder: InsertionOrder
  readonly eligibility: VehicleEligibility
  readonly neighbors: Neighbors
  readonly random: () => number
}

export function startFleetSearch(model: FleetModel, random: () => number): FleetSearch {
  const rules = toSearchRules(model)
  const routes = new Routes(model, rules)
  const journal = new RoundJournal(model, routes)
  const balancePenalty = new BalancePenalty(model, rules, routes)
  const neighbors = findNearestStops(model, NEIGHBOR_COUNT)
  const insertion = chooseInsertion(model, rules, routes, balancePenalty, neighbors, random)
  return {
    model,
    rules,
    routes,
    journal,
    balance: balancePenalty,
    timeCosts: new TimeCosts(model, (vehicle, order) => routes.copyOrder(vehicle, order)),
    insertion,
    removal: new StringRemoval(model, routes, journal, insertion, neighbors, random),
    insertionOrder: new InsertionOrder(model, random),
    eligibility: new VehicleEligibility(model, routes),
    neighbors,
    random,
  }
}

function chooseInsertion(
  model: FleetModel,
  rules: SearchRules,
  routes: Routes,
  balancePenalty: BalancePenalty,
  neighbors: Neighbors,
  random: () => number,
): Insertion {
  if (rules.needsSimulation) return new ExactInsertion(model, routes, neighbors, balancePenalty, random)
  const { hasTimeWindows, hasDistanceLimit, hasTimeLimit } = rules
  if (hasTimeWindows || hasDistanceLimit || hasTimeLimit || balancePenalty.isEnabled || !model.hasEqualTravel) {
    return new CheckedInsertion(model, rules, routes, neighbors, balancePenalty, random)
  }
  return new PlainInsertion(model, routes, neighbors, random)
}
