import { type DrawingOptions, type DrawnExtras, drawMap } from './draw-map.ts'
import type { DrawnMap } from './drawn-map.ts'
import type { Tags } from './osm-writer.ts'

/** Maps shared by many rule tests. All roads are primary roads unless their tags specify another class. */

const road: Tags = { highway: 'primary' }

/** Two paths from A to D. The short path uses the road BMC under test, and the other is a longer detour. */
export const SHORT_PATH = 'ABMCD'
export const DETOUR_PATH = 'ABEFCD'

export function drawShortcut(tags: Tags, extras: DrawnExtras = {}, paper: DrawingOptions = {}): Promise<DrawnMap> {
  return drawMap(
    { cellMeters: 100, ...paper },
    `
      A--B--M--C--D
         |     |
         E-----F
    `,
    { AB: road, BMC: { ...road, ...tags }, CD: road, BEFC: road },
    extras,
  )
}

/** Draws a single road of 1 km from A via M to B. */
export function drawStreet(tags: Tags, extras: DrawnExtras = {}, paper: DrawingOptions = {}): Promise<DrawnMap> {
  return drawMap({ ...paper, cellMeters: 125 }, 'A---M---B', { AMB: { ...road, ...tags } }, extras)
}

/** Returns the duration of one kilometer at the given speed, in seconds. */
export function kilometerSeconds(kmh: number): number {
  return 3600 / kmh
}

/** Two paths of equal length from A to D, via BC and via EF. */
export const UPPER_PATH = 'ASBCTD'
export const LOWER_PATH = 'ASEFTD'

export function drawEqualPaths(upper: Tags, lower: Tags, extras: DrawnExtras = {}): Promise<DrawnMap> {
  return drawMap(
    { cellMeters: 100 },
    `
          B------C
         /        \\
      A-S          T-D
         \\        /
          E------F
    `,
    {
      AS: road,
      SB: road,
      BC: { ...road, ...upper },
      CT: road,
      SE: road,
      EF: { ...road, ...lower },
      FT: road,
      TD: road,
    },
    extras,
  )
}
