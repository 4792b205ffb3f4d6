/** Closed contour as a flat list of x and y, with y pointing down. */
export type Contour = readonly number[]

export interface FieldBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Range of stored distances in pixels. As MapLibre expects, a quarter of the range is inside the shape. */
const RADIUS_PIXELS = 8
const INSIDE_SHARE = 0.25

/**
 * Creates a signed distance field of a filled shape, with one byte per pixel. The value is 191 on the outline and
 * greater inside. Renderers draw the field sharply at any size, with an outline of any width (Green, "Improved
 * Alpha-Tested Magnification", 2007).
 */
export function toDistanceField(contours: readonly Contour[], { left, top, width, height }: FieldBox): Uint8Array {
  const field = new Uint8Array(width * height)
  const segments = toSegments(contours)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const distance = signedDistance(segments, left + column + 0.5, top + row + 0.5)
      const value = 255 - 255 * (distance / RADIUS_PIXELS + INSIDE_SHARE)
      field[row * width + column] = Math.max(0, Math.min(255, Math.round(value)))
    }
  }
  return field
}

/** Returns four numbers per segment: x and y of both ends. */
function toSegments(contours: readonly Contour[]): Float64Array {
  const count = contours.reduce((sum, contour) => sum + contour.length / 2, 0)
  const segments = new Float64Array(4 * count)
  let offset = 0
  for (const contour of contours) {
    for (let i = 0, previous = contour.length - 2; i < contour.length; previous = i, i += 2) {
      segments[offset++] = contour[previous] ?? 0
      segments[offset++] = contour[previous + 1] ?? 0
      segments[offset++] = contour[i] ?? 0
      segments[offset++] = contour[i + 1] ?? 0
    }
  }
  return segments
}

/**
 * Returns the signed distance, which is negative inside. Overlapping contours are joined, and contours in the opposite
 * direction are holes.
 */
function signedDistance(segments: Float64Array, x: number, y: number): number {
  let squaredDistance = Number.POSITIVE_INFINITY
  let winding = 0
  for (let i = 0; i < segments.length; i += 4) {
    const ax = segments[i] as number
    const ay = segments[i + 1] as number
    const dx = (segments[i + 2] as number) - ax
    const dy = (segments[i + 3] as number) - ay
    const length = dx * dx + dy * dy
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
    const gapX = x - ax - share * dx
    const gapY = y - ay - share * dy
    const squaredGap = gapX * gapX + gapY * gapY
    if (squaredGap < squaredDistance) squaredDistance = squaredGap
    const isAbove = ay <= y
    if (isAbove === ay + dy <= y) continue
    const crossProduct = dx * (y - ay) - (x - ax) * dy
    if (isAbove ? crossProduct > 0 : crossProduct < 0) winding += isAbove ? 1 : -1
  }
  const distance = Math.sqrt(squaredDistance)
  return winding === 0 ? distance : -distance
}

const CURVE_STEPS = 6

/** Draws contours from the commands of fonts and SVG paths. */
export class ContourBuilder {
  readonly contours: number[][] = []
  private current: number[] = []

  moveTo(x: number, y: number): void {
    this.close()
    this.current = [x, y]
  }

  lineTo(x: number, y: number): void {
    this.current.push(x, y)
  }

  quadraticTo(x1: number, y1: number, x: number, y: number): void {
    const [x0, y0] = this.lastPoint()
    this.cubicTo(
      x0 + (2 / 3) * (x1 - x0),
      y0 + (2 / 3) * (y1 - y0),
      x + (2 / 3) * (x1 - x),
      y + (2 / 3) * (y1 - y),
      x,
      y,
    )
  }

  cubicTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    const [x0, y0] = this.lastPoint()
    for (let step = 1; step <= CURVE_STEPS; step++) {
      const t = step / CURVE_STEPS
      const u = 1 - t
      const blend = (a: number, b: number, c: number, d: number) =>
        u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
      this.lineTo(blend(x0, x1, x2, x), blend(y0, y1, y2, y))
    }
  }

  close(): void {
    if (this.current.length > 4) this.contours.push(this.current)
    this.current = []
  }

  private lastPoint(): [x: number, y: number] {
    return [this.current.at(-2) ?? 0, this.current.at(-1) ?? 0]
  }
}
