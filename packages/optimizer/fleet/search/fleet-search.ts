import type { Neighbours } from '../../neighbours.ts'
import type { FleetModel } from '../model.ts'
import { BalancePenalty } from './balance-penalty.ts'
import { CheckedInsertion } from './checked-insertion.ts'
import { ExactInsertion } from './exact-insertion.ts'
import type { Insertion } from './insertion.ts'
import { InsertionOrder } from './insertion-order.ts'
import { nearestStops } from './nearest-stops.ts'
import { PlainInsertion } from './plain-insertion.ts'
import { RoundJournal } from './round-journal.ts'
import { Routes } from './routes.ts'
import { type SearchRules, toRules } from './rules.ts'
import { StringRemoval } from './string-removal.ts'

/** Enough to find the tours that pass near a stop. Half as many are enough to find a slot. */
const NEIGHBOURS = 40

/** Shared state of the search rounds. */
export interface FleetSearch {
  readonly model: FleetModel
  readonly rules: SearchRules
  readonly routes: Routes
  readonly journal: RoundJournal
  readonly balance: BalancePenalty
  readonly insertion: Insertion
  readonly removal: StringRemoval
  readonly order: InsertionOrder
  readonly neighbours: Neighbours
  readonly random: () => number
}

export function startFleetSearch(model: FleetModel, random: () => number, isOver: () => boolean): FleetSearch {
  const rules = toRules(model)
  const routes = new Routes(model, rules)
  const journal = new RoundJournal(model, routes)
  const balance = new BalancePenalty(model, rules, routes)
  const neighbours = nearestStops(model, NEIGHBOURS, isOver)
  const insertion = chooseInsertion(model, rules, routes, balance, neighbours, random)
  return {
    model,
    rules,
    routes,
    journal,
    balance,
    insertion,
    removal: new StringRemoval(model, routes, journal, insertion, neighbours, random),
    order: new InsertionOrder(model, random),
    neighbours,
    random,
  }
}

function chooseInsertion(
  model: FleetModel,
  rules: SearchRules,
  routes: Routes,
  balance: BalancePenalty,
  neighbours: Neighbours,
  random: () => number,
): Insertion {
  if (rules.isExact) return new ExactInsertion(model, routes, neighbours, balance, random)
  const { isTimed, hasDistanceLimit, hasTimeLimit } = rules
  if (isTimed || hasDistanceLimit || hasTimeLimit || balance.isOn) {
    return new CheckedInsertion(model, rules, routes, neighbours, balance, random)
  }
  return new PlainInsertion(model, routes, neighbours, random)
}
