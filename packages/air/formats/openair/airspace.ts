import type { Position } from '@fairway/geo'
import type { Circle, Height, Validity } from '../../model.ts'
import { MAX_RADIUS_METERS } from '../coordinates.ts'
import { BadAirFile } from '../fields.ts'
import { parseInstant } from '../instants.ts'
import { arcBetween, type Piece, sweepOf } from './outline.ts'
import { parseOpenAirHeight, parsePositions } from './values.ts'

const METERS_PER_NAUTICAL_MILE = 1852
const COORDINATES = 'coordinates such as 52:13:05 N 013:30:00 E'

/** The records from one AC to the next. */
export class Airspace {
  readonly index: number
  readonly airClass: string
  id: string | undefined
  type: string | undefined
  name = ''
  lower: Height | 'unlimited' | undefined
  upper: Height | 'unlimited' | undefined
  radio: string | undefined
  frequency: string | undefined
  readonly activations: string[] = []
  readonly circles: Circle[] = []
  readonly pieces: Piece[] = []
  private center: Position | undefined
  private isClockwise = true
  private line = 0

  constructor(index: number, airClass: string) {
    this.index = index
    this.airClass = airClass.split(/\s/)[0] ?? ''
  }

  get label(): string {
    return `airspace ${this.index + 1}${this.name === '' ? '' : ` (${this.name.slice(0, 60)})`}`
  }

  /** Returns whether the record type is supported. */
  take(code: string, value: string, line: number): boolean {
    this.line = line
    switch (code) {
      case 'AN':
        this.name = value
        return true
      case 'AI':
        this.id = value === '' ? undefined : value
        return true
      case 'AY':
        this.type = value.split(/\s/)[0] || undefined
        return true
      case 'AG':
        this.radio = value
        return true
      case 'AF':
        this.frequency = value
        return true
      case 'AA':
        this.activations.push(value)
        return true
      case 'AL':
        this.lower = this.height(code, value)
        return true
      case 'AH':
        this.upper = this.height(code, value)
        return true
      default:
        return this.takeOutline(code, value)
    }
  }

  private takeOutline(code: string, value: string): boolean {
    switch (code) {
      case 'V':
        this.setVariable(value)
        return true
      case 'DP':
        this.pieces.push({ corner: this.positions(code, value, 1)[0] })
        return true
      case 'DC':
        this.circles.push({ kind: 'circle', center: this.needCenter(code), radiusMeters: this.radius(code, value) })
        return true
      case 'DA':
        this.takeArc(value)
        return true
      case 'DB': {
        const [from, to] = this.positions(code, value, 2)
        this.pieces.push(arcBetween(this.needCenter(code), from, to, this.isClockwise))
        return true
      }
      default:
        return false
    }
  }

  private setVariable(value: string): void {
    const match = /^([XDWTZ])\s*=\s*(.*)$/i.exec(value)
    if (!match) return this.refuse('V', value, 'X=, D=')
    const [, name, given] = match
    if (/x/i.test(name)) this.center = this.positions('V X=', given, 1)[0]
    if (/d/i.test(name)) {
      if (!/^[+-]$/.test(given)) return this.refuse('V D=', given, '+, -')
      this.isClockwise = given === '+'
    }
  }

  private takeArc(value: string): void {
    const [radius = '', ...angles] = value.split(',').map((part) => part.trim())
    const [from, to] = angles.map((angle) => (angle === '' ? Number.NaN : Number(angle)))
    if (angles.length !== 2 || !isBearing(from) || !isBearing(to)) {
      return this.refuse('DA', value, 'radius, start and end such as 10,270,290')
    }
    const meters = this.radius('DA', radius)
    const sweep = sweepOf(from, to, this.isClockwise)
    this.pieces.push({ center: this.needCenter('DA'), bearing: from, sweep, startMeters: meters, endMeters: meters })
  }

  private height(code: string, value: string): Height | 'unlimited' {
    return parseOpenAirHeight(value) ?? this.refuse(code, value, 'FL95, 2500ft MSL, 500ft AGL, 300m, GND, UNL')
  }

  private radius(code: string, value: string): number {
    const meters = /^\d+(\.\d*)?$|^\.\d+$/.test(value) ? Number(value) * METERS_PER_NAUTICAL_MILE : Number.NaN
    if (meters > 0 && meters <= MAX_RADIUS_METERS) return meters
    const most = Math.floor(MAX_RADIUS_METERS / METERS_PER_NAUTICAL_MILE)
    return this.refuse(code, value, `nautical miles, more than 0 and at most ${most}`)
  }

  private positions(code: string, value: string, count: number): Position[] {
    const positions = parsePositions(value)
    if (positions?.length === count) return positions
    return this.refuse(code, value, count === 1 ? COORDINATES : `two ${COORDINATES}`)
  }

  private needCenter(code: string): Position {
    return this.center ?? this.refuse(code, undefined, 'a center before it, such as V X=52:13:05 N 013:30:00 E')
  }

  refuse(field: string, given: string | undefined, allowed: string): never {
    const is = given === undefined ? 'has no center' : `is ${JSON.stringify(given.slice(0, 60))}`
    throw new BadAirFile(`${this.label}, line ${this.line}: ${field} ${is}; allowed: ${allowed}`)
  }
}

function isBearing(degrees: number | undefined): degrees is number {
  return degrees !== undefined && degrees >= -360 && degrees <= 720
}

/** "2026-12-16T12:00Z/2026-12-16T13:00Z", with NONE for an open end. NONE alone means always. */
export function readActivation(airspace: Airspace): Validity[] {
  return airspace.activations
    .filter((value) => !/^NONE$/i.test(value))
    .map((value): Validity => {
      const ends = value.split('/').map((part) => part.trim())
      const [fromMs, untilMs] = ends.map((end) => (/^NONE$/i.test(end) ? undefined : (parseInstant(end) ?? Number.NaN)))
      const isSound = ends.length === 2 && !Number.isNaN(fromMs) && !Number.isNaN(untilMs)
      if (!isSound || (fromMs ?? -Infinity) >= (untilMs ?? Infinity)) {
        return airspace.refuse(
          'AA',
          value,
          'two times such as 2026-12-16T12:00Z/2026-12-16T13:00Z, the second one later',
        )
      }
      return { ...(fromMs !== undefined && { fromMs }), ...(untilMs !== undefined && { untilMs }), weekly: [] }
    })
}
