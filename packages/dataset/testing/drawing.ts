import { rulerAt } from '@fairway/geo'

export type Point = readonly [latitude: number, longitude: number]

/**
 * Reads a drawing. Every letter or digit is a node, and all other characters, such as `-`, `|`, `/` and spaces, are
 * decoration. Each character fills one cell, so the nodes of `A---B` are four cells apart. The upper left corner is at
 * `[north, west]`.
 */
export function parseDrawing(drawing: string, cellMeters: number, [north, west]: Point): Map<string, Point> {
  const lines = drawing.split('\n').filter((line) => line.trim() !== '')
  const margin = Math.min(...lines.map((line) => line.search(/\S/)))
  const points = new Map<string, Point>()
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(north)
  lines.forEach((line, row) => {
    for (const { 0: letter, index } of line.matchAll(/[A-Za-z0-9]/g)) {
      if (points.has(letter)) throw new Error(`${letter} is drawn twice`)
      const latitude = north - (row * cellMeters) / perLatitudeDegree
      const longitude = west + ((index - margin) * cellMeters) / perLongitudeDegree
      points.set(letter, [latitude, longitude > 180 ? longitude - 360 : longitude])
    }
  })
  return points
}
