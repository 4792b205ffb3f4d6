import {
  type ChargeProblem,
  destinationOf,
  endOfStage,
  firstStationOf,
  nodeCountOf,
  ORIGIN_NODE,
  toLegKey,
} from './charge-problem.ts'
import { canChargeFaster } from './charging-curve.ts'
import type { LowerBounds } from './lower-bounds.ts'

/** A drive to a station or to the destination without charging during the drive. */
export interface Drive {
  /** The station's index, or NO_STATION for the destination. */
  readonly station: number
  /** Number of via points passed by the end of the drive. */
  readonly stage: number
  readonly seconds: number
  readonly kwh: number
  /** The section before the last intermediate stop, where the vehicle does not charge. */
  readonly before: Drive | undefined
}

export const NO_STATION = -1

export interface DriveLimits {
  /** Upper limit for the total time of a trip. The lists omit drives that cannot be part of a faster trip. */
  readonly maxSeconds: number
  /** True to include drives that stop at a station without charging. */
  readonly withPassedStations: boolean
}

/** Lists the drives from the origin and from the stations. Each list is computed once. */
export class LegLists {
  private readonly problem: ChargeProblem
  private readonly bounds: LowerBounds
  private readonly limits: DriveLimits
  private readonly legs: (readonly Drive[] | undefined)[] = []
  private readonly drives: (readonly Drive[] | undefined)[] = []

  constructor(problem: ChargeProblem, bounds: LowerBounds, limits: DriveLimits) {
    this.problem = problem
    this.bounds = bounds
    this.limits = limits
  }

  /**
   * Returns all drives that may be part of an optimal trip. A drive that stops at a station without charging still
   * takes the time of the stop. Such a drive is listed only if it saves energy or time compared with other drives to
   * the same end.
   */
  listDrives(station: number, stage: number): readonly Drive[] {
    const index = this.indexOf(station, stage)
    this.drives[index] ??= this.limits.withPassedStations
      ? this.collectDrives(station, stage)
      : this.listLegs(station, stage)
    return this.drives[index]
  }

  private collectDrives(station: number, stage: number): Drive[] {
    const { stopSeconds } = this.problem
    const usableKwh = this.usableKwh(station)
    const drives = [...this.listLegs(station, stage)]
    const bestDrives: (Drive[] | undefined)[] = []
    for (const drive of drives) bestDrives[this.indexOf(drive.station, drive.stage)] = [drive]
    // The loop appends to the list it iterates over.
    for (const previousDrive of drives) {
      if (previousDrive.station === NO_STATION || !this.mayPass(station, stage, previousDrive)) continue
      const [stoppedSeconds, usedKwh] = [previousDrive.seconds + stopSeconds, previousDrive.kwh]
      for (const leg of this.listLegs(previousDrive.station, previousDrive.stage)) {
        const [seconds, kwh] = [stoppedSeconds + leg.seconds, usedKwh + leg.kwh]
        if (!(kwh <= usableKwh)) continue
        const index = this.indexOf(leg.station, leg.stage)
        const otherDrives = bestDrives[index]
        if (otherDrives && isDominated(otherDrives, seconds, kwh)) continue
        if (!this.mayHelp(station, stage, leg, seconds, kwh)) continue
        const drive = { station: leg.station, stage: leg.stage, seconds, kwh, before: previousDrive }
        drives.push(drive)
        if (otherDrives) otherDrives.push(drive)
        else bestDrives[index] = [drive]
      }
    }
    return drives
  }

  /**
   * Returns true if passing the station at the end of a drive without charging may be better than charging there. After
   * the origin, this is always possible. After a station, it is possible only if that station charges faster.
   * Otherwise, the charging at that station can be moved to the end of the drive.
   */
  private mayPass(station: number, stage: number, drive: Drive): boolean {
    const { curves, minKwh } = this.problem
    if (this.bounds.tripSecondsPassing(station, stage, drive) >= this.limits.maxSeconds) return false
    return station === NO_STATION || canChargeFaster(curves[station], curves[drive.station], drive.kwh, minKwh)
  }

  /**
   * Returns the drives without a stop. These drives lead through the via points within range, and from each via point
   * to all stations.
   */
  private listLegs(station: number, stageFrom: number): readonly Drive[] {
    const index = this.indexOf(station, stageFrom)
    this.legs[index] ??= this.collectLegs(station, stageFrom)
    return this.legs[index]
  }

  private collectLegs(station: number, stageFrom: number): Drive[] {
    const { problem } = this
    const { durationSeconds, energyKwh, curves, measuredLegs } = problem
    const [nodes, firstStation, usableKwh] = [nodeCountOf(problem), firstStationOf(problem), this.usableKwh(station)]
    const from = station === NO_STATION ? ORIGIN_NODE : firstStation + station
    const legs: Drive[] = []
    const add = (to: number, stage: number, seconds: number, kwh: number): void => {
      const measuredLeg = measuredLegs?.get(toLegKey(problem, { from, to, stageFrom, stageTo: stage }))
      const leg = {
        station: to < firstStation ? NO_STATION : to - firstStation,
        stage,
        seconds: measuredLeg?.durationSeconds ?? seconds,
        kwh: measuredLeg?.energyKwh ?? kwh,
        before: undefined,
      }
      if (leg.kwh <= usableKwh && this.mayHelp(station, stageFrom, leg, leg.seconds, leg.kwh)) legs.push(leg)
    }
    let [node, seconds, kwh] = [from, 0, 0]
    for (let stage = stageFrom; ; stage++) {
      for (let to = firstStation; to < firstStation + curves.length; to++) {
        const cell = node * nodes + to
        if (to !== node) add(to, stage, seconds + durationSeconds[cell], kwh + energyKwh[cell])
      }
      const end = endOfStage(stage)
      seconds += durationSeconds[node * nodes + end]
      kwh += energyKwh[node * nodes + end]
      if (end === destinationOf(problem)) add(end, stage, seconds, kwh)
      if (end === destinationOf(problem) || !(kwh <= usableKwh)) return legs
      node = end
    }
  }

  private mayHelp(from: number, stageFrom: number, to: Drive, seconds: number, kwh: number): boolean {
    return this.bounds.tripSeconds(from, stageFrom, to, seconds, kwh) < this.limits.maxSeconds
  }

  private usableKwh(station: number): number {
    const { capacityKwh, startKwh, minKwh } = this.problem
    return (station === NO_STATION ? startKwh : capacityKwh) - minKwh
  }

  private indexOf(station: number, stage: number): number {
    return stage * (this.problem.curves.length + 1) + station + 1
  }
}

function isDominated(otherDrives: readonly Drive[], seconds: number, kwh: number): boolean {
  for (const other of otherDrives) if (other.seconds <= seconds && other.kwh <= kwh) return true
  return false
}
