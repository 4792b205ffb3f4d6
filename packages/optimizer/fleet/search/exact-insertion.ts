import { UNREACHABLE } from '../../matrix.ts'
import { overloadedDimension } from '../load.ts'
import type { FleetModel } from '../model.ts'
import { NO_STOP } from '../model.ts'
import { Schedule } from '../timing/schedule.ts'
import { beginAt, TOO_LATE } from '../timing/timing.ts'
import type { BalancePenalty } from './balance-penalty.ts'
import { Blinks, type Insertion } from './insertion.ts'
import { NOWHERE, type Routes } from './routes.ts'
import { VehicleRoom } from './vehicle-room.ts'

/**
 * The cheapest place under rules that only the whole order can tell: breaks, pairs, durations with windows. Costs are
 * compared first, so that only orders which would be the best so far are driven.
 */
export class ExactInsertion implements Insertion {
  after = NOWHERE
  /** Of a pair: the position of the delivery in the order without either. */
  #deliverAt = 0
  #vehicle = NOWHERE
  #pickAt = 0
  #least = 0
  readonly #model: FleetModel
  readonly #routes: Routes
  readonly #balance: BalancePenalty
  readonly #schedule: Schedule
  readonly #room: VehicleRoom
  readonly #blinks: Blinks
  readonly #order: Int32Array
  readonly #leave: Float64Array
  /** One buffer seen at every length: making a view takes longer than driving a short tour. */
  readonly #tours: readonly Int32Array[]

  constructor(model: FleetModel, routes: Routes, balance: BalancePenalty, random: () => number) {
    this.#model = model
    this.#routes = routes
    this.#balance = balance
    this.#schedule = new Schedule(model)
    this.#room = new VehicleRoom(model, routes)
    this.#blinks = new Blinks(random)
    this.#order = new Int32Array(model.stopCount)
    this.#leave = new Float64Array(model.stopCount + 1)
    const buffer = new Int32Array(model.stopCount + 2)
    this.#tours = Array.from(buffer, (_, length) => buffer.subarray(0, length))
  }

  find(stop: number): boolean {
    const { vehicleCount, kindCount, allowed, stopCount, maxStops, partner } = this.#model
    const { count } = this.#routes
    this.#vehicle = NOWHERE
    this.#least = Number.POSITIVE_INFINITY
    const more = partner[stop] === NO_STOP ? 1 : 2
    for (let kind = 0; kind < kindCount; kind++) {
      const empty = this.#room.findEmpty(kind)
      if (empty < 0 || !allowed[empty * stopCount + stop] || more > maxStops[empty]) continue
      this.#tryVehicle(stop, empty)
    }
    for (let vehicle = 0; vehicle < vehicleCount; vehicle++) {
      if (count[vehicle] === 0 || !allowed[vehicle * stopCount + stop]) continue
      if (count[vehicle] + more <= maxStops[vehicle]) this.#tryVehicle(stop, vehicle)
    }
    if (this.#vehicle === NOWHERE) return false
    this.#routes.copyOrder(this.#vehicle, this.#order)
    this.after = this.#pickAt === 0 ? stopCount + this.#vehicle : this.#order[this.#pickAt - 1]
    return true
  }

  put(stop: number): void {
    const other = this.#model.partner[stop]
    const behind = this.#deliverAt === this.#pickAt ? stop : this.#order[this.#deliverAt - 1]
    this.#routes.insert(stop, this.after)
    if (other !== NO_STOP) this.#routes.insert(other, behind)
    this.update(this.#vehicle)
  }

  update(vehicle: number): void {
    if (!this.#balance.isOn || this.#balance.byStops) return
    const tour = this.#tours[this.#routes.count[vehicle]]
    this.#routes.copyOrder(vehicle, tour)
    this.#balance.span[vehicle] = tour.length === 0 ? 0 : this.#schedule.findShortest(vehicle, tour)
  }

  isSound(vehicle: number): boolean {
    const { hasMissingWays } = this.#model
    const tour = this.#tours[this.#routes.count[vehicle]]
    if (tour.length === 0) return true
    if (hasMissingWays && this.#routes.hasMissingWay(vehicle)) return false
    this.#routes.copyOrder(vehicle, tour)
    return this.#keepsRules(vehicle, tour)
  }

  #tryVehicle(stop: number, vehicle: number): void {
    const { partner } = this.#model
    const length = this.#routes.copyOrder(vehicle, this.#order)
    this.#drive(vehicle, length)
    if (partner[stop] === NO_STOP) this.#tryStop(stop, vehicle, length)
    else this.#tryPair(stop, partner[stop], vehicle, length)
  }

  /** When the vehicle leaves each stop at the earliest, as if it needed no breaks: too late then is too late for sure. */
  #drive(vehicle: number, length: number): void {
    const { width, row, duration, service, windows, stopCount, shiftFrom } = this.#model
    const leave = this.#leave
    leave[0] = shiftFrom[vehicle]
    for (let at = 0, from = row[stopCount + vehicle]; at < length; from = this.#order[at++]) {
      const stop = this.#order[at]
      leave[at + 1] = beginAt(windows, stop, leave[at] + duration[from * width + stop]) + service[stop]
    }
  }

  #tryStop(stop: number, vehicle: number, length: number): void {
    const { width, row, cost, duration, windows, stopCount } = this.#model
    const order = this.#order
    const hub = row[stopCount + vehicle]
    for (let at = 0, before = hub; at <= length; before = order[at++]) {
      const after = at === length ? hub : order[at]
      const to = cost[before * width + stop]
      const from = cost[stop * width + after]
      const more = to + from - cost[before * width + after]
      if (more >= this.#least || to === UNREACHABLE || from === UNREACHABLE) continue
      if (beginAt(windows, stop, this.#leave[at] + duration[before * width + stop]) === TOO_LATE) continue
      this.#try(stop, NO_STOP, vehicle, length, at, at, more)
    }
  }

  /** The clock goes along with the pickup aboard, and the delivery is looked at until somebody would be served too late. */
  #tryPair(pickup: number, delivery: number, vehicle: number, length: number): void {
    const { width, row, cost, duration, service, windows, stopCount } = this.#model
    const order = this.#order
    const hub = row[stopCount + vehicle]
    for (let pickAt = 0, before = hub; pickAt <= length; before = order[pickAt++]) {
      const to = cost[before * width + pickup]
      let clock = beginAt(windows, pickup, this.#leave[pickAt] + duration[before * width + pickup]) + service[pickup]
      if (to === UNREACHABLE || clock === TOO_LATE) continue
      const after = pickAt === length ? hub : order[pickAt]
      const picking = to - cost[before * width + after]
      for (let at = pickAt, behind = pickup; at <= length; behind = order[at++]) {
        const ahead = at === length ? hub : order[at]
        const there = cost[behind * width + delivery]
        const on = cost[delivery * width + ahead]
        const past = at === pickAt ? 0 : cost[pickup * width + after] - cost[behind * width + ahead]
        const more = picking + there + on + past
        if (more < this.#least && there !== UNREACHABLE && on !== UNREACHABLE) {
          if (at === pickAt || cost[pickup * width + after] !== UNREACHABLE) {
            this.#try(pickup, delivery, vehicle, length, pickAt, at, more)
          }
        }
        if (at === length) break
        clock = beginAt(windows, ahead, clock + duration[behind * width + ahead]) + service[ahead]
        if (clock === TOO_LATE) break
      }
    }
  }

  /** Positions are those in the order without the stops: the pickup comes before what is there, the delivery too. */
  #try(
    stop: number,
    delivery: number,
    vehicle: number,
    length: number,
    pickAt: number,
    deliverAt: number,
    cost: number,
  ): void {
    const balance = this.#balance
    const count = length + (delivery === NO_STOP ? 1 : 2)
    let more = balance.byStops ? cost + balance.of(count) : cost
    if (more >= this.#least) return
    const tour = this.#build(stop, delivery, length, pickAt, deliverAt)
    if (!this.#keepsRules(vehicle, tour)) return
    if (balance.isOn && !balance.byStops) more += balance.of(this.#schedule.findShortest(vehicle, tour))
    if (more >= this.#least || this.#blinks.overlooks()) return
    this.#least = more
    this.#vehicle = vehicle
    this.#pickAt = pickAt
    this.#deliverAt = deliverAt
  }

  #build(stop: number, delivery: number, length: number, pickAt: number, deliverAt: number): Int32Array {
    const order = this.#order
    const tour = this.#tours[length + (delivery === NO_STOP ? 1 : 2)]
    let at = 0
    for (let position = 0; position <= length; position++) {
      if (position === pickAt) tour[at++] = stop
      if (position === deliverAt && delivery !== NO_STOP) tour[at++] = delivery
      if (position < length) tour[at++] = order[position]
    }
    return tour
  }

  #keepsRules(vehicle: number, tour: Int32Array): boolean {
    const { maxDistance, maxDuration } = this.#model
    if (overloadedDimension(this.#model, vehicle, tour) >= 0) return false
    if (maxDistance[vehicle] !== Number.POSITIVE_INFINITY && this.#far(vehicle, tour) > maxDistance[vehicle])
      return false
    if (!this.#schedule.isOnTime(vehicle, tour)) return false
    if (maxDuration[vehicle] === Number.POSITIVE_INFINITY) return true
    return this.#schedule.findShortest(vehicle, tour) <= maxDuration[vehicle]
  }

  #far(vehicle: number, tour: Int32Array): number {
    const { width, row, distance, stopCount } = this.#model
    const hub = row[stopCount + vehicle]
    let far = distance[hub * width + tour[0]] + distance[tour[tour.length - 1] * width + hub]
    for (let at = 1; at < tour.length; at++) far += distance[tour[at - 1] * width + tour[at]]
    return far
  }
}
