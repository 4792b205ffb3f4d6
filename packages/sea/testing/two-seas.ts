import type { Channel } from '../passages/channels.ts'
import { passageGates } from '../passages/gates.ts'
import type { Sea } from '../schema.ts'
import { block, drawSea } from './draw-sea.ts'

const canal = (passage: string, longitude: number): Channel => ({
  name: passage,
  kind: 'canal',
  passage,
  line: [
    [31.35, longitude],
    [29.85, longitude],
  ],
})

/** Two seas separated by a strip of land with two canals, and a lake next to them. */
export function drawTwoSeas(): Sea {
  return drawSea({
    south: 20,
    west: 25,
    north: 36,
    east: 40,
    waters: [block(22, 44, 28, 50)],
    lands: [block(29.9, 25.001, 31.3, 39.999)],
    channels: [canal('suez', 36), canal('corinth', 30)],
    gates: passageGates,
  })
}
