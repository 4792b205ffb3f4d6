/** A step of a charging curve. The vehicle draws this power from `fromKwh` up to the charge of the next step. */
export interface CurveStep {
  readonly fromKwh: number
  readonly kw: number
}

/**
 * Charging behavior at one station. The time to charge from empty is a piecewise linear function of the charge. The
 * power is constant between two breakpoints.
 */
export class ChargingCurve {
  readonly capacityKwh: number
  /**
   * Charges at which the power drops, and the capacity. These charges are candidates for an optimal departure charge.
   */
  readonly dropsKwh: readonly number[]
  /** Time to charge from empty to each charge in `dropsKwh`. */
  readonly dropSeconds: readonly number[]
  /** Charges at which the power rises. These charges are candidates for an optimal arrival charge. */
  readonly risesKwh: readonly number[]
  readonly maxKw: number
  /** Charges at which the power changes, starting at 0. */
  readonly charge: readonly number[]
  private readonly seconds: readonly number[]
  private readonly secondsPerKwh: readonly number[]
  /** Power from each of these charges upward. */
  readonly kw: readonly number[]

  /**
   * Creates the curve of a vehicle at a station. `steps` must be in ascending order and begin at 0. `limitKw` is the
   * power limit of the station and its connector.
   */
  constructor(steps: readonly CurveStep[], capacityKwh: number, limitKw: number) {
    const charge: number[] = []
    const power: number[] = []
    for (const { fromKwh, kw } of steps) {
      const limitedKw = Math.min(kw, limitKw)
      if (fromKwh >= capacityKwh || limitedKw === power.at(-1)) continue
      charge.push(fromKwh)
      power.push(limitedKw)
    }
    if (charge[0] !== 0 || power.some((kw) => !(kw > 0))) throw new Error('a charging curve must cover all charges')
    const seconds = [0]
    for (let step = 1; step < charge.length; step++) {
      seconds.push(seconds[step - 1] + toSeconds(charge[step] - charge[step - 1], power[step - 1]))
    }
    const innerKnots = charge.keys().drop(1).toArray()
    this.capacityKwh = capacityKwh
    this.charge = charge
    this.seconds = seconds
    this.secondsPerKwh = power.map((kw) => toSeconds(1, kw))
    this.kw = power
    this.maxKw = Math.max(...power)
    this.dropsKwh = [
      ...innerKnots.filter((step) => power[step] < power[step - 1]).map((step) => charge[step]),
      capacityKwh,
    ]
    this.dropSeconds = this.dropsKwh.map((kwh) => this.secondsTo(kwh))
    this.risesKwh = innerKnots.filter((step) => power[step] > power[step - 1]).map((step) => charge[step])
  }

  /** Returns the seconds to charge from empty. The difference between two values is the time between two charges. */
  secondsTo(chargeKwh: number): number {
    const { charge } = this
    let step = charge.length - 1
    while (step > 0 && charge[step] > chargeKwh) step--
    return this.seconds[step] + (chargeKwh - charge[step]) * this.secondsPerKwh[step]
  }

  endOfStep(step: number): number {
    return step + 1 < this.charge.length ? this.charge[step + 1] : this.capacityKwh
  }

  secondsBetween(fromKwh: number, toKwh: number): number {
    return toKwh > fromKwh ? this.secondsTo(toKwh) - this.secondsTo(fromKwh) : 0
  }
}

/**
 * Returns true if charging before a drive can be faster than charging the same energy after it. This is possible only
 * if, for some charge of at least `minKwh` after the drive, the power before the drive is higher than the power after
 * it.
 */
export function canChargeFaster(
  previousCurve: ChargingCurve,
  nextCurve: ChargingCurve,
  driveKwh: number,
  minKwh: number,
): boolean {
  for (let i = 0; i < previousCurve.kw.length; i++) {
    const low = Math.max(minKwh, previousCurve.charge[i] - driveKwh)
    const high = previousCurve.endOfStep(i) - driveKwh
    for (let j = 0; j < nextCurve.kw.length; j++) {
      const overlaps = Math.max(low, nextCurve.charge[j]) < Math.min(high, nextCurve.endOfStep(j))
      if (nextCurve.kw[j] < previousCurve.kw[i] && overlaps) return true
    }
  }
  return false
}

function toSeconds(energyKwh: number, kw: number): number {
  return (3600 * energyKwh) / kw
}
