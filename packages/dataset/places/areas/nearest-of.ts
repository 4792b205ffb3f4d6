import { buildKdTree, findNearestPoints, type NearestOptions } from '@fairway/places'

interface LocatedItem {
  readonly latitude: number
  readonly longitude: number
}

/** Finds the nearest items, by their index in the list. */
export class NearestIndex {
  private readonly points: { latitude: Int32Array; longitude: Int32Array }
  private readonly kdTree: Uint32Array

  constructor(items: readonly LocatedItem[]) {
    this.points = {
      latitude: Int32Array.from(items, ({ latitude }) => Math.round(latitude * 1e6)),
      longitude: Int32Array.from(items, ({ longitude }) => Math.round(longitude * 1e6)),
    }
    this.kdTree = buildKdTree(this.points, items.length)
  }

  find(latitude: number, longitude: number, options: NearestOptions): { point: number; distanceMeters: number }[] {
    return findNearestPoints(this.points, this.kdTree, latitude, longitude, options)
  }

  /** Undefined if there is none, or none within the radius. */
  findFirst(latitude: number, longitude: number, radiusMeters?: number): number | undefined {
    return this.find(latitude, longitude, { limit: 1, radiusMeters })[0]?.point
  }
}
