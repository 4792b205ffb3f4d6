import type { OsrmError } from '../errors.ts'
import type { Cursor } from './cursor.ts'
import {
  DEFAULT_GENERAL_OPTIONS,
  type GeneralOptions,
  generalOptions,
  type OptionReaders,
  readAs,
} from './parameters.ts'

export const annotationNames = ['duration', 'nodes', 'distance', 'weight', 'datasources', 'speed'] as const
export type AnnotationName = (typeof annotationNames)[number]
const geometries = ['polyline', 'polyline6', 'geojson'] as const
const overviews = ['simplified', 'full', 'false', 'by_legs'] as const

/** Options of the services that return routes. */
export interface LineOptions extends GeneralOptions {
  readonly steps: boolean
  readonly geometries: (typeof geometries)[number]
  readonly overview: (typeof overviews)[number]
  readonly annotations: readonly AnnotationName[]
  /** Indices of the coordinates where legs end. Empty means all coordinates. */
  readonly waypoints: readonly number[]
}

export interface RouteOptions extends LineOptions {
  readonly alternatives: number
  readonly continueStraight: boolean | 'default'
}

export interface MatchOptions extends LineOptions {
  /** Seconds since 1970 for each coordinate. Empty if unknown. */
  readonly timestamps: readonly number[]
  readonly gaps: 'split' | 'ignore'
  readonly tidy: boolean
}

export interface TripOptions extends LineOptions {
  readonly roundtrip: boolean
  readonly source: 'any' | 'first'
  readonly destination: 'any' | 'last'
}

export interface TableOptions extends GeneralOptions {
  /** Indices of the source coordinates. Empty means all coordinates. */
  readonly sources: readonly number[]
  readonly destinations: readonly number[]
  readonly annotations: readonly ('duration' | 'distance')[]
  readonly fallbackSpeed: number | undefined
  readonly fallbackCoordinate: 'input' | 'snapped'
  readonly scaleFactor: number
}

export interface NearestOptions extends GeneralOptions {
  readonly number: number
}

const DEFAULT_LINE_OPTIONS: LineOptions = {
  ...DEFAULT_GENERAL_OPTIONS,
  steps: false,
  geometries: 'polyline',
  overview: 'simplified',
  annotations: [],
  waypoints: [],
}
export const DEFAULT_ROUTE_OPTIONS: RouteOptions = {
  ...DEFAULT_LINE_OPTIONS,
  alternatives: 0,
  continueStraight: 'default',
}
export const DEFAULT_MATCH_OPTIONS: MatchOptions = {
  ...DEFAULT_LINE_OPTIONS,
  timestamps: [],
  gaps: 'split',
  tidy: false,
}
export const DEFAULT_TRIP_OPTIONS: TripOptions = {
  ...DEFAULT_LINE_OPTIONS,
  roundtrip: true,
  source: 'any',
  destination: 'any',
}
export const DEFAULT_TABLE_OPTIONS: TableOptions = {
  ...DEFAULT_GENERAL_OPTIONS,
  sources: [],
  destinations: [],
  annotations: ['duration'],
  fallbackSpeed: undefined,
  fallbackCoordinate: 'input',
  scaleFactor: 1,
}
export const DEFAULT_NEAREST_OPTIONS: NearestOptions = { ...DEFAULT_GENERAL_OPTIONS, number: 1 }

const takeIndexes = (cursor: Cursor) => cursor.takeList(';', () => cursor.takeInteger())
const takeIndexesOrAll = (cursor: Cursor) => (cursor.take('all') ? [] : takeIndexes(cursor))

function takeAnnotations(cursor: Cursor): readonly AnnotationName[] | undefined {
  const isEnabled = cursor.takeBoolean()
  if (isEnabled !== undefined) return isEnabled ? annotationNames.filter((name) => name !== 'nodes') : []
  return cursor.takeList(',', () => cursor.takeOneOf(annotationNames))
}

/** Finds an annotation that the maps cannot provide. With `annotations=true`, the reply contains all others. */
export function findMissingAnnotation({ annotations }: Pick<LineOptions, 'annotations'>): OsrmError | undefined {
  if (!annotations.includes('nodes')) return undefined
  const message =
    'The annotation nodes is not available, because the maps contain no OpenStreetMap node ids; leave it out'
  return { code: 'NotImplemented', message }
}

const lineOptions: OptionReaders<LineOptions> = {
  ...generalOptions,
  waypoints: readAs('waypoints', takeIndexes),
  steps: readAs('steps', (cursor) => cursor.takeBoolean()),
  geometries: readAs('geometries', (cursor) => cursor.takeOneOf(geometries)),
  overview: readAs('overview', (cursor) => cursor.takeOneOf(overviews)),
  annotations: readAs('annotations', takeAnnotations),
}

export const routeOptions: OptionReaders<RouteOptions> = {
  ...lineOptions,
  alternatives: readAs('alternatives', (cursor) => cursor.takeInteger() ?? toCount(cursor.takeBoolean())),
  continue_straight: readAs('continueStraight', (cursor) =>
    cursor.take('default') ? 'default' : cursor.takeBoolean(),
  ),
}

const toCount = (isEnabled: boolean | undefined) => (isEnabled === undefined ? undefined : Number(isEnabled))

export const matchOptions: OptionReaders<MatchOptions> = {
  ...lineOptions,
  timestamps: readAs('timestamps', (cursor) => cursor.takeList(';', () => cursor.takeTimestamp())),
  gaps: readAs('gaps', (cursor) => cursor.takeOneOf(['split', 'ignore'] as const)),
  tidy: readAs('tidy', (cursor) => cursor.takeBoolean()),
}

export const tripOptions: OptionReaders<TripOptions> = {
  ...lineOptions,
  roundtrip: readAs('roundtrip', (cursor) => cursor.takeBoolean()),
  source: readAs('source', (cursor) => cursor.takeOneOf(['any', 'first'] as const)),
  destination: readAs('destination', (cursor) => cursor.takeOneOf(['any', 'last'] as const)),
}

export const tableOptions: OptionReaders<TableOptions> = {
  ...generalOptions,
  sources: readAs('sources', takeIndexesOrAll),
  destinations: readAs('destinations', takeIndexesOrAll),
  annotations: readAs('annotations', (cursor) =>
    cursor.takeList(',', () => cursor.takeOneOf(['duration', 'distance'] as const)),
  ),
  fallback_speed: readAs('fallbackSpeed', (cursor) => cursor.takeNumber()),
  fallback_coordinate: readAs('fallbackCoordinate', (cursor) => cursor.takeOneOf(['input', 'snapped'] as const)),
  scale_factor: readAs('scaleFactor', (cursor) => cursor.takeNumber()),
}

export const nearestOptions: OptionReaders<NearestOptions> = {
  ...generalOptions,
  number: readAs('number', (cursor) => cursor.takeInteger()),
}
