import type { FleetModel } from '../model.ts'
import type { Routes } from './routes.ts'

/**
 * Whether a vehicle may take one more stop, by skills, number of stops, and load, which do not depend on the slot in
 * its tour.
 */
export class VehicleRoom {
  private readonly model: FleetModel
  private readonly routes: Routes
  /** Vehicles grouped by kind. */
  private readonly byKind: Int32Array
  /** No stop requires a specific vehicle, and no vehicle limits its stops. */
  private readonly isForAll: boolean
  private readonly firstOfKind: Int32Array
  /** Where an empty vehicle was last found. It is usually still empty. */
  private readonly hint: Int32Array

  constructor(model: FleetModel, routes: Routes) {
    this.model = model
    this.routes = routes
    const { kind, kindCount } = model
    this.isForAll = model.allowed.every(Boolean) && model.maxStops.every((most) => most === Number.POSITIVE_INFINITY)
    this.firstOfKind = new Int32Array(kindCount + 1)
    for (const each of kind) this.firstOfKind[each + 1]++
    for (let each = 0; each < kindCount; each++) this.firstOfKind[each + 1] += this.firstOfKind[each]
    this.hint = this.firstOfKind.slice()
    this.byKind = Int32Array.from([...kind.keys()].sort((a, b) => kind[a] - kind[b] || a - b))
  }

  has(vehicle: number, stop: number): boolean {
    const { allowed, stopCount, maxStops, dimensions, demand, capacity } = this.model
    const { count, load } = this.routes
    const of = vehicle * dimensions
    const more = stop * dimensions
    /** Checks load first, because it excludes most vehicles in a tight problem, and the `allowed` table is large. */
    for (let d = 0; d < dimensions; d++) {
      if (load[of + d] + demand[more + d] > capacity[of + d]) return false
    }
    return this.isForAll || (allowed[vehicle * stopCount + stop] === 1 && count[vehicle] < maxStops[vehicle])
  }

  /** An unused vehicle of that kind, or -1. */
  findEmpty(kind: number): number {
    const { count } = this.routes
    const byKind = this.byKind
    const known = byKind[this.hint[kind]]
    if (count[known] === 0) return known
    for (let at = this.firstOfKind[kind]; at < this.firstOfKind[kind + 1]; at++) {
      if (count[byKind[at]] > 0) continue
      this.hint[kind] = at
      return byKind[at]
    }
    return -1
  }
}
