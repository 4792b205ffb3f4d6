import { ok, type Result } from '../../../../platform/result.ts'
import { failOsrm, type OsrmError } from '../errors.ts'
import { type Point, takeCoordinates } from './coordinates.ts'
import { Cursor } from './cursor.ts'
import type { OsrmUrl } from './url.ts'

export interface Bearing {
  readonly degrees: number
  /** Maximum deviation to either side, in degrees. */
  readonly rangeDegrees: number
}
const approaches = ['unrestricted', 'curb', 'opposite'] as const
export type Approach = (typeof approaches)[number]

/** Options shared by all services. A list is either empty or has one entry per coordinate. */
export interface GeneralOptions {
  readonly hints: readonly (string | undefined)[]
  readonly bearings: readonly (Bearing | undefined)[]
  readonly radiuses: readonly (number | undefined)[]
  readonly approaches: readonly (Approach | undefined)[]
  readonly exclude: readonly string[]
  readonly generateHints: boolean
  readonly skipWaypoints: boolean
}

export type OsrmParameters<Options> = Options & {
  readonly coordinates: readonly Point[]
  readonly format: 'json' | 'flatbuffers'
}

/** Reads the value of an option. Returns the fields that the option sets, or undefined if the value is malformed. */
export type OptionReader<Options> = (cursor: Cursor) => Partial<Options> | undefined
export type OptionReaders<Options> = Readonly<Record<string, OptionReader<Options>>>

export const DEFAULT_GENERAL_OPTIONS: GeneralOptions = {
  hints: [],
  bearings: [],
  radiuses: [],
  approaches: [],
  exclude: [],
  generateHints: true,
  skipWaypoints: false,
}

/** Creates a reader for an option with one value, which sets the field of that name. */
export function readAs<Options, K extends keyof Options>(
  field: K,
  read: (cursor: Cursor) => Options[K] | undefined,
): OptionReader<Options> {
  return (cursor) => {
    const value = read(cursor)
    return value === undefined ? undefined : ({ [field]: value } as Record<K, Options[K]> as Partial<Options>)
  }
}

export const generalOptions: OptionReaders<GeneralOptions> = {
  radiuses: (cursor) => ({
    radiuses: cursor.takeOptionals(';', () =>
      cursor.take('unlimited') ? Number.POSITIVE_INFINITY : cursor.takeNumber(),
    ),
  }),
  hints: (cursor) => ({ hints: cursor.takeOptionals(';', () => cursor.match(/[a-zA-Z0-9_=-]+/y)) }),
  bearings: readAs('bearings', takeBearings),
  generate_hints: readAs('generateHints', (cursor) => cursor.takeBoolean()),
  skip_waypoints: readAs('skipWaypoints', (cursor) => cursor.takeBoolean()),
  approaches: (cursor) => ({ approaches: cursor.takeOptionals(';', () => cursor.takeOneOf(approaches)) }),
  exclude: readAs('exclude', (cursor) => cursor.takeList(',', () => cursor.match(/[a-zA-Z0-9]+/y))),
  // Points snap to any road that the profile may use, so the value has no effect.
  snapping: (cursor) => (cursor.takeOneOf(['default', 'any']) === undefined ? undefined : {}),
}

function takeBearings(cursor: Cursor): (Bearing | undefined)[] | undefined {
  let isMalformed = false
  const bearings = cursor.takeOptionals(';', () => {
    const degrees = cursor.takeSignedInteger()
    if (degrees === undefined) return undefined
    const rangeDegrees = cursor.take(',') ? cursor.takeSignedInteger() : undefined
    if (rangeDegrees !== undefined) return { degrees, rangeDegrees }
    isMalformed = true
    return undefined
  })
  return isMalformed ? undefined : bearings
}

/** Reads coordinates and options. As in OSRM, errors contain the position in the URL. */
export function parseParameters<Options>(
  { query, prefixLength }: Pick<OsrmUrl, 'query' | 'prefixLength'>,
  defaults: Options,
  readers: OptionReaders<Options>,
): Result<OsrmParameters<Options>, OsrmError> {
  const cursor = new Cursor(query)
  const failHere = () =>
    failOsrm('InvalidQuery', `Query string malformed close to position ${prefixLength + cursor.position}`)
  const coordinates = takeCoordinates(cursor)
  if (!coordinates) return failHere()
  const format = cursor.take('.flatbuffers') ? 'flatbuffers' : 'json'
  if (format === 'json') cursor.take('.json')
  const options = cursor.take('?') ? takeOptions(cursor, readers) : {}
  if (!options || !cursor.isAtEnd) return failHere()
  return ok({ ...defaults, ...options, coordinates, format })
}

function takeOptions<Options>(cursor: Cursor, readers: OptionReaders<Options>): Partial<Options> | undefined {
  const options: Partial<Options> = {}
  let separatorPosition = cursor.position
  do {
    const name = cursor.match(/[a-z_]+(?==)/y)
    const read = name !== undefined && Object.hasOwn(readers, name) ? readers[name] : undefined
    if (!read) {
      cursor.position = separatorPosition
      return undefined
    }
    cursor.take('=')
    const fields = read(cursor)
    if (!fields) return undefined
    Object.assign(options, fields)
    separatorPosition = cursor.position
  } while (cursor.take('&'))
  return options
}

/** Runs the checks with which every OSRM service begins. */
export function checkParameters(
  parameters: OsrmParameters<GeneralOptions>,
  minCoordinates: number,
  extraLists: Readonly<Record<string, readonly unknown[]>> = {},
): OsrmError | undefined {
  const { coordinates, hints, bearings, radiuses, approaches: givenApproaches } = parameters
  for (const [name, list] of Object.entries({
    hints,
    bearings,
    radiuses,
    approaches: givenApproaches,
    ...extraLists,
  })) {
    if (list.length > 0 && list.length !== coordinates.length) {
      const message = `Number of elements in ${name} size ${list.length} does not match coordinate size ${coordinates.length}`
      return { code: 'InvalidOptions', message }
    }
  }
  if (coordinates.length < minCoordinates)
    return { code: 'InvalidOptions', message: 'Number of coordinates needs to be at least two.' }
  const badBearing = bearings.find(
    (bearing) =>
      bearing &&
      (bearing.degrees < 0 || bearing.degrees > 360 || bearing.rangeDegrees < 0 || bearing.rangeDegrees > 180),
  )
  // OSRM rejects these values with an empty message.
  if (badBearing || radiuses.some((radius) => radius !== undefined && !(radius >= 0)))
    return { code: 'InvalidOptions', message: '' }
  if (parameters.format === 'flatbuffers')
    return { code: 'NotImplemented', message: 'The format flatbuffers is not available; use json' }
  return undefined
}
