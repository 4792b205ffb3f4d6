import type { Coordinates } from '@fairway/geo'

/**
 * An instruction for building a line from an older line. Both endpoints are inclusive. `keep` refers to points of the
 * old line, and `insert` refers to points of the new line.
 */
export interface Piece {
  readonly op: 'keep' | 'insert'
  readonly from: number
  readonly to: number
}

/** Minimum length of a kept piece. A reference to a piece takes about as many characters as two points. */
const MIN_KEPT_POINTS = 3
/** Maximum number of candidates to check for a point that the line passes repeatedly. */
const MAX_CHECKED_OCCURRENCES = 16

/**
 * Finds the longest pieces of the old line that also occur in the new line, at any position. A tour with reordered
 * stops uses the same streets in a different order.
 */
export function makeDelta(oldLine: Coordinates, line: Coordinates): Piece[] {
  const occurrences = new PointOccurrences(oldLine)
  const count = line.latitude.length
  const pieces: Piece[] = []
  let insertStart = 0
  let pointIndex = 0
  while (pointIndex < count) {
    const { begin, length } = occurrences.findLongestMatch(line, pointIndex)
    const coversRest = length === count - pointIndex && pieces.length === 0 && insertStart === pointIndex
    if (length < MIN_KEPT_POINTS && !(coversRest && length > 0)) {
      pointIndex++
      continue
    }
    if (pointIndex > insertStart) pieces.push({ op: 'insert', from: insertStart, to: pointIndex - 1 })
    pieces.push({ op: 'keep', from: begin, to: begin + length - 1 })
    pointIndex += length
    insertStart = pointIndex
  }
  if (count > insertStart) pieces.push({ op: 'insert', from: insertStart, to: count - 1 })
  return pieces
}

/** Index of where each point occurs on a line. */
class PointOccurrences {
  private readonly oldLine: Coordinates
  private readonly mask: number
  /** Last occurrence of each point hash, and the previous occurrence for each occurrence, or -1. */
  private readonly lastByHash: Int32Array
  private readonly previousOccurrence: Int32Array

  constructor(oldLine: Coordinates) {
    this.oldLine = oldLine
    const count = oldLine.latitude.length
    this.mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1
    this.lastByHash = new Int32Array(this.mask + 1).fill(-1)
    this.previousOccurrence = new Int32Array(count)
    // Iterating backward finds the first of several equal pieces.
    for (let i = count - 1; i >= 0; i--) {
      const slot = hash(oldLine.latitude[i], oldLine.longitude[i]) & this.mask
      this.previousOccurrence[i] = this.lastByHash[slot]
      this.lastByHash[slot] = i
    }
  }

  /** Returns the longest piece of the old line that matches the new line from `pointIndex` onward. */
  findLongestMatch(line: Coordinates, pointIndex: number): { begin: number; length: number } {
    const longestMatch = { begin: 0, length: 0 }
    let occurrence = this.lastByHash[hash(line.latitude[pointIndex], line.longitude[pointIndex]) & this.mask]
    for (
      let checkedCount = 0;
      occurrence >= 0 && checkedCount < MAX_CHECKED_OCCURRENCES;
      checkedCount++, occurrence = this.previousOccurrence[occurrence]
    ) {
      const length = this.countEqualPoints(occurrence, line, pointIndex)
      if (length > longestMatch.length) Object.assign(longestMatch, { begin: occurrence, length })
    }
    return longestMatch
  }

  private countEqualPoints(occurrence: number, { latitude, longitude }: Coordinates, pointIndex: number): number {
    const { oldLine } = this
    const maxLength = Math.min(oldLine.latitude.length - occurrence, latitude.length - pointIndex)
    let length = 0
    while (
      length < maxLength &&
      oldLine.latitude[occurrence + length] === latitude[pointIndex + length] &&
      oldLine.longitude[occurrence + length] === longitude[pointIndex + length]
    ) {
      length++
    }
    return length
  }
}

function hash(latitude: number, longitude: number): number {
  const hashBits = Math.imul(latitude, 0x9e3779b1) ^ Math.imul(longitude, 0x85ebca6b)
  return hashBits ^ (hashBits >>> 15)
}
