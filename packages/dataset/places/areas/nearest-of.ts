import { buildKdTree, type NearestOptions, nearestPoints } from '@fairway/places'

interface Placed {
  readonly latitude: number
  readonly longitude: number
}

/** Finds the nearest items, by their index in the list. */
export class NearestOf {
  private readonly points: { latitude: Int32Array; longitude: Int32Array }
  private readonly order: Uint32Array

  constructor(things: readonly Placed[]) {
    this.points = {
      latitude: Int32Array.from(things, ({ latitude }) => Math.round(latitude * 1e6)),
      longitude: Int32Array.from(things, ({ longitude }) => Math.round(longitude * 1e6)),
    }
    this.order = buildKdTree(this.points, things.length)
  }

  find(latitude: number, longitude: number, options: NearestOptions): { point: number; distanceMeters: number }[] {
    return nearestPoints(this.points, this.order, latitude, longitude, options)
  }

  /** Undefined if there is none, or none within the radius. */
  first(latitude: number, longitude: number, radiusMeters?: number): number | undefined {
    return this.find(latitude, longitude, { limit: 1, radiusMeters })[0]?.point
  }
}
