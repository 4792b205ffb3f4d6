import { distanceMeters } from '@fairway/geo'
import { getTrafficRegion } from '../../roads/rules/speed/country.ts'
import { type Area, type AreaLevel, foldName, influenceRadiusMeters } from './area.ts'

/**
 * Grid resolution in cells per degree. Where no border is mapped, all points in a cell (about 100 m wide) belong to the
 * same settlement.
 */
const CELLS_PER_DEGREE = 1000
/**
 * Size of a square in degrees. Places that cannot be the nearest anywhere in a square are excluded once for all points
 * in the square.
 */
const SQUARE_SIZE_DEGREES = 0.05
const HALF_SQUARE_SIZE_METERS = 4000
/** Maximum distance at which a point belongs to a place, as a multiple of the place's influence radius. */
const MAX_RELATIVE_DISTANCE = { county: 0, settlement: 12, part: 1.6 } as const
const NO_AREA = -1
const NAME_SEARCH_RADIUS_METERS = 30_000

/**
 * Finds the areas that contain a point. If a border is mapped, the border determines the area. Otherwise, the point
 * belongs to the place that is nearest relative to its size.
 */
export class AreaFinder {
  readonly areas: readonly Area[]
  private readonly levels: Readonly<Record<AreaLevel, LevelFinder>>
  private readonly byName = new Map<string, number[]>()

  constructor(areas: readonly Area[]) {
    this.areas = areas
    const areaNumbers = areas.map((_, number) => number)
    const makeLevelFinder = (level: AreaLevel) =>
      new LevelFinder(
        areas,
        areaNumbers.filter((number) => areas[number].level === level),
        MAX_RELATIVE_DISTANCE[level],
      )
    this.levels = {
      county: makeLevelFinder('county'),
      settlement: makeLevelFinder('settlement'),
      part: makeLevelFinder('part'),
    }
    for (const number of areaNumbers) {
      if (areas[number].level === 'county') continue
      for (const name of new Set(areas[number].names.map(foldName))) {
        const namedAreas = this.byName.get(name)
        if (namedAreas) namedAreas.push(number)
        else this.byName.set(name, [number])
      }
    }
  }

  countyAt(latitude: number, longitude: number): number | undefined {
    return this.levels.county.at(latitude, longitude)
  }

  settlementAt(latitude: number, longitude: number): number | undefined {
    return this.levels.settlement.at(latitude, longitude)
  }

  suburbAt(latitude: number, longitude: number): number | undefined {
    return this.levels.part.at(latitude, longitude)
  }

  /** Returns the nearest place with this name within range. Settlements take precedence over their parts. */
  findByName(
    name: string,
    latitude: number,
    longitude: number,
    radiusMeters: number = NAME_SEARCH_RADIUS_METERS,
  ): number | undefined {
    let bestArea: number | undefined
    let bestMeters = radiusMeters
    for (const number of this.byName.get(foldName(name)) ?? []) {
      const area = this.areas[number]
      const penalty = area.level === 'part' ? 2 : 1
      const meters = distanceMeters(latitude, longitude, area.latitude, area.longitude) * penalty
      if (meters > bestMeters) continue
      bestArea = number
      bestMeters = meters
    }
    return bestArea
  }
}

class LevelFinder {
  private readonly areas: readonly Area[]
  private readonly areasWithPolygon: readonly number[]
  private readonly areasWithoutPolygon: readonly number[]
  private readonly maxRelativeDistance: number
  private readonly areaByCell = new Map<number, Map<number, number>>()
  private readonly polygonsBySquare = new Map<number, readonly number[]>()
  private readonly candidatesBySquare = new Map<number, readonly number[]>()

  constructor(areas: readonly Area[], numbers: readonly number[], maxRelativeDistance: number) {
    const size = (number: number) => areas[number].polygon?.area ?? 0
    this.areas = areas
    this.maxRelativeDistance = maxRelativeDistance
    this.areasWithPolygon = numbers.filter((number) => areas[number].polygon).sort((a, b) => size(a) - size(b))
    // Areas with a border are excluded, because they do not extend beyond the border.
    this.areasWithoutPolygon = numbers.filter((number) => !areas[number].polygon)
  }

  at(latitude: number, longitude: number): number | undefined {
    for (const number of this.polygonsNear(latitude, longitude)) {
      if (this.areas[number].polygon?.contains(latitude, longitude)) return number
    }
    const row = Math.floor((latitude + 90) * CELLS_PER_DEGREE)
    const column = Math.floor((longitude + 180) * CELLS_PER_DEGREE)
    // Two small keys are used instead of one large key, because large numbers are slow as map keys.
    let cells = this.areaByCell.get(row)
    if (!cells) {
      cells = new Map()
      this.areaByCell.set(row, cells)
    }
    const cached = cells.get(column)
    if (cached !== undefined) return cached === NO_AREA ? undefined : cached
    const nearest = this.findNearestBySize(latitude, longitude)
    cells.set(column, nearest ?? NO_AREA)
    return nearest
  }

  /** Returns the areas whose bounding box touches the 0.1-degree square that contains the point, smallest first. */
  private polygonsNear(latitude: number, longitude: number): readonly number[] {
    if (this.areasWithPolygon.length === 0) return this.areasWithPolygon
    const [south, west] = [Math.floor(latitude * 10) / 10, Math.floor(longitude * 10) / 10]
    const key = Math.round((south + 90) * 10) * 4000 + Math.round((west + 180) * 10)
    const cached = this.polygonsBySquare.get(key)
    if (cached) return cached
    const nearby = this.areasWithPolygon.filter((number) => {
      const { polygon } = this.areas[number]
      if (!polygon || polygon.south > south + 0.1 || polygon.north < south) return false
      // A border that crosses the antimeridian continues east of 180 degrees.
      return [west, west + 360].some((edge) => polygon.west <= edge + 0.1 && polygon.east >= edge)
    })
    this.polygonsBySquare.set(key, nearby)
    return nearby
  }

  private findNearestBySize(latitude: number, longitude: number): number | undefined {
    let bestArea: number | undefined
    let bestRelativeDistance = this.maxRelativeDistance
    const { country } = getTrafficRegion(latitude, longitude)
    const considerArea = (number: number): void => {
      const area = this.areas[number]
      // A place does not extend beyond its country.
      if (area.countryCode !== country) return
      const relativeDistance =
        distanceMeters(latitude, longitude, area.latitude, area.longitude) / influenceRadiusMeters(area)
      if (relativeDistance >= bestRelativeDistance) return
      bestArea = number
      bestRelativeDistance = relativeDistance
    }
    for (const number of this.candidatesNear(latitude, longitude)) considerArea(number)
    return bestArea
  }

  /**
   * Returns the places that may be the nearest, relative to their size, somewhere in the square that contains the
   * point. A place is excluded if another place of its country is closer everywhere in the square.
   */
  private candidatesNear(latitude: number, longitude: number): readonly number[] {
    const row = Math.floor((latitude + 90) / SQUARE_SIZE_DEGREES)
    const column = Math.floor((longitude + 180) / SQUARE_SIZE_DEGREES)
    const key = row * 7300 + column
    const cached = this.candidatesBySquare.get(key)
    if (cached) return cached
    const [middleLat, middleLon] = [(row + 0.5) * SQUARE_SIZE_DEGREES - 90, (column + 0.5) * SQUARE_SIZE_DEGREES - 180]
    const maxDistanceByCountry = new Map<string | undefined, number>()
    const distances = this.areasWithoutPolygon.map((number) => {
      const area = this.areas[number]
      const meters = distanceMeters(middleLat, middleLon, area.latitude, area.longitude)
      const distanceInReaches = (meters + HALF_SQUARE_SIZE_METERS) / influenceRadiusMeters(area)
      maxDistanceByCountry.set(
        area.countryCode,
        Math.min(distanceInReaches, maxDistanceByCountry.get(area.countryCode) ?? this.maxRelativeDistance),
      )
      return meters
    })
    const matches = this.areasWithoutPolygon.filter((number, index) => {
      const area = this.areas[number]
      return (
        (distances[index] - HALF_SQUARE_SIZE_METERS) / influenceRadiusMeters(area) <=
        (maxDistanceByCountry.get(area.countryCode) ?? 0)
      )
    })
    this.candidatesBySquare.set(key, matches)
    return matches
  }
}
