import type { Position } from '@fairway/geo'
import type { Circle, Height, Validity } from '../../model.ts'
import { MAX_RADIUS_METERS } from '../coordinates.ts'
import { BadAirFile } from '../fields.ts'
import { parseInstant } from '../instants.ts'
import { type BoundaryPiece, makeArc, sweepBetween } from './outline.ts'
import { parseOpenAirHeight, parsePositions } from './values.ts'

const METERS_PER_NAUTICAL_MILE = 1852
const COORDINATES_FORMAT = 'coordinates such as 52:13:05 N 013:30:00 E'

/** An airspace with the records from one AC record to the next. */
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
  readonly boundaryPieces: BoundaryPiece[] = []
  private center: Position | undefined
  private isClockwise = true
  private lineNumber = 0

  constructor(index: number, airClass: string) {
    this.index = index
    this.airClass = airClass.split(/\s/)[0] ?? ''
  }

  get label(): string {
    return `airspace ${this.index + 1}${this.name === '' ? '' : ` (${this.name.slice(0, 60)})`}`
  }

  /** Adds a record. Returns whether the record type is supported. */
  addRecord(code: string, value: string, lineNumber: number): boolean {
    this.lineNumber = lineNumber
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
        this.lower = this.readHeight(code, value)
        return true
      case 'AH':
        this.upper = this.readHeight(code, value)
        return true
      default:
        return this.addOutlineRecord(code, value)
    }
  }

  private addOutlineRecord(code: string, value: string): boolean {
    switch (code) {
      case 'V':
        this.setVariable(value)
        return true
      case 'DP':
        this.boundaryPieces.push({ corner: this.readPositions(code, value, 1)[0] })
        return true
      case 'DC':
        this.circles.push({ kind: 'circle', center: this.getCenter(code), radiusMeters: this.readRadius(code, value) })
        return true
      case 'DA':
        this.addArc(value)
        return true
      case 'DB': {
        const [from, to] = this.readPositions(code, value, 2)
        this.boundaryPieces.push(makeArc(this.getCenter(code), from, to, this.isClockwise))
        return true
      }
      default:
        return false
    }
  }

  private setVariable(value: string): void {
    const match = /^([XDWTZ])\s*=\s*(.*)$/i.exec(value)
    if (!match) return this.reject('V', value, 'X=, D=')
    const [, name, setting] = match
    if (/x/i.test(name)) this.center = this.readPositions('V X=', setting, 1)[0]
    if (/d/i.test(name)) {
      if (!/^[+-]$/.test(setting)) return this.reject('V D=', setting, '+, -')
      this.isClockwise = setting === '+'
    }
  }

  private addArc(value: string): void {
    const [readRadius = '', ...angles] = value.split(',').map((part) => part.trim())
    const [from, to] = angles.map((angle) => (angle === '' ? Number.NaN : Number(angle)))
    if (angles.length !== 2 || !isBearing(from) || !isBearing(to)) {
      return this.reject('DA', value, 'radius, start and end such as 10,270,290')
    }
    const meters = this.readRadius('DA', readRadius)
    const sweep = sweepBetween(from, to, this.isClockwise)
    this.boundaryPieces.push({
      center: this.getCenter('DA'),
      bearing: from,
      sweep,
      startMeters: meters,
      endMeters: meters,
    })
  }

  private readHeight(code: string, value: string): Height | 'unlimited' {
    return parseOpenAirHeight(value) ?? this.reject(code, value, 'FL95, 2500ft MSL, 500ft AGL, 300m, GND, UNL')
  }

  private readRadius(code: string, value: string): number {
    const meters = /^\d+(\.\d*)?$|^\.\d+$/.test(value) ? Number(value) * METERS_PER_NAUTICAL_MILE : Number.NaN
    if (meters > 0 && meters <= MAX_RADIUS_METERS) return meters
    const maxNauticalMiles = Math.floor(MAX_RADIUS_METERS / METERS_PER_NAUTICAL_MILE)
    return this.reject(code, value, `nautical miles, more than 0 and at most ${maxNauticalMiles}`)
  }

  private readPositions(code: string, value: string, count: number): Position[] {
    const positions = parsePositions(value)
    if (positions?.length === count) return positions
    return this.reject(code, value, count === 1 ? COORDINATES_FORMAT : `two ${COORDINATES_FORMAT}`)
  }

  private getCenter(code: string): Position {
    return (
      this.center ?? this.reject(code, undefined, 'a center in an earlier record, such as V X=52:13:05 N 013:30:00 E')
    )
  }

  reject(field: string, value: string | undefined, allowedText: string): never {
    const problem = value === undefined ? 'has no center' : `is ${JSON.stringify(value.slice(0, 60))}`
    throw new BadAirFile(`${this.label}, line ${this.lineNumber}: ${field} ${problem}; allowed: ${allowedText}`)
  }
}

function isBearing(degrees: number | undefined): degrees is number {
  return degrees !== undefined && degrees >= -360 && degrees <= 720
}

/** Reads periods such as "2026-12-16T12:00Z/2026-12-16T13:00Z", with NONE for an open end. NONE alone means always. */
export function readActivation(airspace: Airspace): Validity[] {
  return airspace.activations
    .filter((value) => !/^NONE$/i.test(value))
    .map((value): Validity => {
      const periodParts = value.split('/').map((part) => part.trim())
      const [fromMs, untilMs] = periodParts.map((limit) =>
        /^NONE$/i.test(limit) ? undefined : (parseInstant(limit) ?? Number.NaN),
      )
      const isValidPeriod = periodParts.length === 2 && !Number.isNaN(fromMs) && !Number.isNaN(untilMs)
      if (!isValidPeriod || (fromMs ?? -Infinity) >= (untilMs ?? Infinity)) {
        return airspace.reject(
          'AA',
          value,
          'two times such as 2026-12-16T12:00Z/2026-12-16T13:00Z, the second one later',
        )
      }
      return { ...(fromMs !== undefined && { fromMs }), ...(untilMs !== undefined && { untilMs }), weekly: [] }
    })
}
