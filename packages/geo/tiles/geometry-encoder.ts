import { ByteWriter, MAX_VARINT_BYTES, putVarint, toZigzag } from './byte-writer.ts'

const MOVE_TO = 1
const LINE_TO = 2
const CLOSE_PATH = 7

/** Writes the geometry commands of one feature (Mapbox vector tile 2.1, section 4.3), in whole tile units. */
export class GeometryEncoder {
  /** Encoded geometry, valid until the next feature begins. */
  readonly output = new ByteWriter()
  private readonly xs = new GrowableIntArray()
  private readonly ys = new GrowableIntArray()
  private count = 0
  private cursorX = 0
  private cursorY = 0

  beginFeature(): void {
    this.output.clear()
    this.cursorX = 0
    this.cursorY = 0
    this.count = 0
  }

  get isEmpty(): boolean {
    return this.output.length === 0
  }

  /** Returns the encoded geometry, valid until the next feature begins. */
  bytes(): Uint8Array {
    return this.output.view()
  }

  /** Adds the next point of a path. A point equal to the previous point is skipped. */
  addPoint(x: number, y: number): void {
    const column = Math.round(x)
    const row = Math.round(y)
    const last = this.count - 1
    if (last >= 0 && this.xs.values[last] === column && this.ys.values[last] === row) return
    this.xs.set(this.count, column)
    this.ys.set(this.count++, row)
  }

  /** Drops the points added since the last path. */
  dropPath(): void {
    this.count = 0
  }

  /** Ends a line. Returns false if the line is a single point. */
  endLine(): boolean {
    const isLine = this.count > 1
    if (isLine) this.writePath(this.count, false)
    this.count = 0
    return isLine
  }

  writePoint(x: number, y: number): void {
    this.count = 0
    this.addPoint(x, y)
    this.writeCommand(MOVE_TO, 1)
    this.writeDelta(0)
    this.count = 0
  }

  /**
   * Ends a ring. With y pointing down, outer rings have a positive area and holes have a negative area. Returns false
   * if the area is below `minArea` square units.
   */
  endRing(isHole: boolean, minArea: number): boolean {
    const { xs, ys } = this
    const last = this.count - 1
    if (last > 0 && xs.values[0] === xs.values[last] && ys.values[0] === ys.values[last]) this.count--
    const area = this.count < 3 ? 0 : this.computeArea()
    const isRing = area !== 0 && Math.abs(area) >= minArea
    if (isRing) this.writePath(this.count, area > 0 === isHole)
    if (isRing) this.writeCommand(CLOSE_PATH, 1)
    this.count = 0
    return isRing
  }

  private computeArea(): number {
    let doubledArea = 0
    const [x, y] = [this.xs.values, this.ys.values]
    for (let i = 0, previousIndex = this.count - 1; i < this.count; previousIndex = i++)
      doubledArea += x[previousIndex] * y[i] - x[i] * y[previousIndex]
    return doubledArea / 2
  }

  /** Writes into the buffer directly, because tiles contain hundreds of thousands of points. */
  private writePath(count: number, backwards: boolean): void {
    const { output } = this
    const [xs, ys] = [this.xs.values, this.ys.values]
    const first = backwards ? count - 1 : 0
    const pointStep = backwards ? -1 : 1
    output.reserve((2 * count + 2) * MAX_VARINT_BYTES)
    const { bytes } = output
    let offset = putVarint(bytes, output.length, (1 << 3) | MOVE_TO)
    let [previousX, previousY] = [this.cursorX, this.cursorY]
    for (let i = 0, pointIndex = first; i < count; i++, pointIndex += pointStep) {
      if (i === 1) offset = putVarint(bytes, offset, ((count - 1) << 3) | LINE_TO)
      const [x, y] = [xs[pointIndex], ys[pointIndex]]
      offset = putVarint(bytes, offset, toZigzag(x - previousX))
      offset = putVarint(bytes, offset, toZigzag(y - previousY))
      previousX = x
      previousY = y
    }
    output.length = offset
    this.cursorX = previousX
    this.cursorY = previousY
  }

  private writeCommand(id: number, times: number): void {
    this.output.varint((times << 3) | id)
  }

  private writeDelta(pointIndex: number): void {
    const x = this.xs.values[pointIndex]
    const y = this.ys.values[pointIndex]
    this.output.zigzag(x - this.cursorX)
    this.output.zigzag(y - this.cursorY)
    this.cursorX = x
    this.cursorY = y
  }
}

class GrowableIntArray {
  values = new Int32Array(256)

  set(index: number, value: number): void {
    if (index === this.values.length) {
      const largerArray = new Int32Array(index * 2)
      largerArray.set(this.values)
      this.values = largerArray
    }
    this.values[index] = value
  }
}
