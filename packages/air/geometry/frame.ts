import { cross, dot, unit, type Vector } from '@fairway/geo'
import { toPosition, toSurface } from './ellipsoid.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * A flat map around one point, in meters, with a gnomonic projection. Great circles are straight lines, and
 * intersections are the same as on the earth. Use it only near the point. It covers less than half of the earth, and
 * the scale grows with the square of the distance (by 0.03 % at 100 km).
 */
export class Frame {
  private readonly up: Vector
  private readonly east: Vector
  private readonly north: Vector
  private readonly radius: number
  readonly center: Vector

  constructor(center: Vector) {
    const up = unit(center)
    const [, longitude] = toPosition(center)
    const longitudeRadians = (longitude * Math.PI) / 180
    this.center = center
    this.up = up
    this.east = { x: -Math.sin(longitudeRadians), y: Math.cos(longitudeRadians), z: 0 }
    this.north = cross(up, this.east)
    this.radius = Math.sqrt(dot(center, center))
  }

  /** Projects a point, which need not be on the surface. */
  project(vector: Vector): Point {
    const scale = this.radius / dot(vector, this.up)
    return { x: dot(vector, this.east) * scale, y: dot(vector, this.north) * scale }
  }

  unproject(x: number, y: number): Vector {
    const [up, east, north, radius] = [this.up, this.east, this.north, this.radius]
    return toSurface({
      x: up.x * radius + east.x * x + north.x * y,
      y: up.y * radius + east.y * x + north.y * y,
      z: up.z * radius + east.z * x + north.z * y,
    })
  }
}
