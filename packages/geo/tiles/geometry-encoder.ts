import { ByteWriter } from './byte-writer.ts'

const MOVE_TO = 1
const LINE_TO = 2
const CLOSE_PATH = 7

/** Writes the geometry commands of one feature (Mapbox vector tile 2.1, section 4.3), in whole tile units. */
export class GeometryEncoder {
  private readonly writer = new ByteWriter()
  private readonly xs = new GrowableIntArray()
  private readonly ys = new GrowableIntArray()
  private count = 0
  private cursorX = 0
  private cursorY = 0

  beginFeature(): void {
    this.writer.clear()
    this.cursorX = 0
    this.cursorY = 0
    this.count = 0
  }

  get isEmpty(): boolean {
    return this.writer.length === 0
  }

  /** Returns the encoded geometry, valid until the next feature begins. */
  bytes(): Uint8Array {
    return this.writer.view()
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

  private writePath(count: number, backwards: boolean): void {
    const first = backwards ? count - 1 : 0
    const pointStep = backwards ? -1 : 1
    this.writeCommand(MOVE_TO, 1)
    this.writeDelta(first)
    this.writeCommand(LINE_TO, count - 1)
    for (let i = 1, pointIndex = first + pointStep; i < count; i++, pointIndex += pointStep) this.writeDelta(pointIndex)
  }

  private writeCommand(id: number, times: number): void {
    this.writer.varint((times << 3) | id)
  }

  private writeDelta(pointIndex: number): void {
    const x = this.xs.values[pointIndex]
    const y = this.ys.values[pointIndex]
    this.writer.zigzag(x - this.cursorX)
    this.writer.zigzag(y - this.cursorY)
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
