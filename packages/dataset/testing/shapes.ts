import { type DrawnExtras, drawMap, type Paper } from './draw-map.ts'
import type { DrawnMap } from './drawn-map.ts'
import type { Tags } from './osm-writer.ts'

/** Maps that many rules are shown on. All roads are primary unless tags say otherwise. */

const road: Tags = { highway: 'primary' }

/** From A to D over the road BMC, which is what the test is about, or on a longer way around it. */
export const SHORT = 'ABMCD'
export const AROUND = 'ABEFCD'

export function drawShortcut(tags: Tags, extras: DrawnExtras = {}, paper: Paper = {}): Promise<DrawnMap> {
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

/** One kilometre of road from A over M to B, and nothing else. */
export function drawStreet(tags: Tags, extras: DrawnExtras = {}, paper: Paper = {}): Promise<DrawnMap> {
  return drawMap({ ...paper, cellMeters: 125 }, 'A---M---B', { AMB: { ...road, ...tags } }, extras)
}

/** The time one kilometre takes. */
export function kilometreSeconds(kmh: number): number {
  return 3600 / kmh
}

/** Two ways of one length from A to D: over BC, or over EF. */
export const UPPER = 'ASBCTD'
export const LOWER = 'ASEFTD'

export function drawRivals(upper: Tags, lower: Tags, extras: DrawnExtras = {}): Promise<DrawnMap> {
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
