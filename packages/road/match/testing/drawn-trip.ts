import type { DrawnMap } from '@fairway/dataset/testing'
import { buildMatchMap } from '../match-map.ts'
import type { MatchedTrack } from '../matched-track.ts'
import { Matcher } from '../matcher.ts'
import { lengthMeters, pointAt } from './lines.ts'
import { blur } from './simulate.ts'
import type { Point } from './track-of.ts'

/** Returns positions at a fixed spacing along the straight lines between drawn nodes, including the last node. */
export function alongLetters(map: DrawnMap, letters: string, everyMeters: number): Point[] {
  const line = [...letters].map((letter) => map.pointOf(letter))
  const total = lengthMeters(line)
  const points: Point[] = []
  for (let meters = 0; meters < total; meters += everyMeters) points.push(pointAt(line, meters))
  return [...points, line[line.length - 1]]
}

export function blurAll(points: readonly Point[], meters: number, random: () => number): Point[] {
  return points.map((point) => blur(point, meters, random))
}

export function matcherOf(map: DrawnMap): Matcher {
  return new Matcher(buildMatchMap(map.roads, map.metricFor({})))
}

/** Returns the driven path in letters, with one word per piece. A U-turn in the middle of a road is written as `|`. */
export function drivenLetters(map: DrawnMap, { pieces }: MatchedTrack): string[] {
  const { arcs } = map.roads.network
  return pieces.map(({ stretches }) => {
    let name = ''
    let before = -1
    for (const arc of stretches.arc) {
      const side = arcs.edgeSide[arc]
      const along = map.lettersOfEdge(side >>> 1)
      const letters = (side & 1) === 0 ? along : [...along].reverse().join('')
      if (side === (before ^ 1) && before >= 0) name += `|${letters}`
      else name += name.endsWith(letters.charAt(0)) ? letters.slice(1) : letters
      before = side
    }
    return name
  })
}
