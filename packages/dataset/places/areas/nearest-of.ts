import { buildKdTree, findNearestPoints, type NearestOptions } from '@fairway/places'

interface LocatedItem {
  readonly latitude: number
  readonly longitude: number
}

/** Spatial index that returns the nearest items as indices into the list. */
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

  /** Returns the nearest item, or undefined if no item is within the radius. */
  findFirst(latitude: number, longitude: number, radiusMeters?: number): number | undefined {
    return this.find(latitude, longitude, { limit: 1, radiusMeters })[0]?.point
  }
}
