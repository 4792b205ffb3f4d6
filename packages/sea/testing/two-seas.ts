import type { Channel } from '../passages/channels.ts'
import { passageGates } from '../passages/gates.ts'
import type { Sea } from '../schema.ts'
import { makeRectangle, makeSea } from './draw-sea.ts'

const makeCanal = (passage: string, longitude: number): Channel => ({
  name: passage,
  kind: 'canal',
  passage,
  line: [
    [31.35, longitude],
    [29.85, longitude],
  ],
})

/** Makes two seas separated by a strip of land with two canals, and a lake next to them. */
export function makeTwoSeas(): Sea {
  return makeSea({
    south: 20,
    west: 25,
    north: 36,
    east: 40,
    waters: [makeRectangle(22, 44, 28, 50)],
    lands: [makeRectangle(29.9, 25.001, 31.3, 39.999)],
    channels: [makeCanal('suez', 36), makeCanal('corinth', 30)],
    gates: passageGates,
  })
}
