import { drawMap } from '@fairway/dataset/testing'
import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { alongLetters, blurAll, drivenLetters, matcherOf } from './testing/drawn-trip.ts'
import { type Point, trackOf } from './testing/track-of.ts'

/** The tests use types of roads that matchers often get wrong. */

const street = { highway: 'residential' }
const oneway = { highway: 'primary', oneway: 'yes' }

test('chooses the carriageway in the driving direction when two are twelve meters apart', async () => {
  const map = await drawMap(
    { cellMeters: 12 },
    `
    A--------------------B--------------------C
    D--------------------E--------------------F
  `,
    { CBA: oneway, DEF: oneway, AD: street, BE: street, CF: street },
  )
  const random = seededRandom(1)
  const matcher = matcherOf(map)
  for (const letters of ['DEF', 'CBA']) {
    for (const noise of [4, 8]) {
      const points = blurAll(alongLetters(map, letters, 25), noise, random)
      const matched = matcher.match(trackOf(points))
      const [word] = drivenLetters(map, matched)
      expect(word, `${letters} with ${noise} m`).toContain(letters)
      expect(word).not.toContain('|')
      expect(matched.pieces[0].lengthMeters, `${letters} with ${noise} m`).toBeLessThan(504 + 30)
    }
  }
})

test('chooses between a road and its service road by overall distance', async () => {
  const map = await drawMap(
    { cellMeters: 10 },
    `
    A------------------------------------------------------------B
      C--------------------------------------------------------D
  `,
    { AB: { highway: 'primary' }, CD: { highway: 'service' }, AC: street, BD: street },
  )
  const random = seededRandom(2)
  const matcher = matcherOf(map)
  for (const [letters, edge] of [
    ['AB', 'AB'],
    ['CD', 'CD'],
  ]) {
    const points = blurAll(alongLetters(map, letters, 20), 5, random)
    expect(drivenLetters(map, matcher.match(trackOf(points)))[0], letters).toContain(edge)
  }
})

test('follows a roundabout in its direction, exactly as far as driven, even several times around', async () => {
  const map = await drawMap(
    { cellMeters: 15 },
    `
              N
              |
              a
            h   b
    W------g     c------E
            f   d
              e
              |
              S
  `,
    {
      ahgfedcba: { highway: 'primary', junction: 'roundabout' },
      Na: street,
      Wg: street,
      cE: street,
      eS: street,
    },
  )
  const random = seededRandom(3)
  const matcher = matcherOf(map)
  for (const letters of ['WgfedcE', 'NahgW', 'SedcbaN', 'WgfedcbahgfedcE']) {
    for (const noise of [2, 4]) {
      const points = blurAll(alongLetters(map, letters, 12), noise, random)
      const [word] = drivenLetters(
        map,
        matcher.match(
          trackOf(
            points,
            points.map((_, i) => 2 * i),
          ),
        ),
      )
      expect(word, `${letters} with ${noise} m`).toBe(letters)
    }
  }
})

test('never matches a one-way street in reverse, however near it is', async () => {
  const map = await drawMap(
    { cellMeters: 20 },
    `
    A---------B---------C
    |         |         |
    D---------E---------F
  `,
    { ABC: { highway: 'residential', oneway: 'yes' }, DEF: street, AD: street, BE: street, CF: street },
  )
  const points = alongLetters(map, 'CBA', 20).map(([latitude, longitude]): Point => [latitude - 1.2e-4, longitude])
  const [word] = drivenLetters(map, matcherOf(map).match(trackOf(points)))
  expect(word).toContain('FED')
  expect(word).not.toMatch(/CB|BA/)
})

test('splits a track that leaves the map and comes back into two pieces, off road in between', async () => {
  const map = await drawMap(
    { cellMeters: 100 },
    `
    A---B                                  C---D
  `,
    { AB: street, CD: street },
  )
  const points = alongLetters(map, 'ABCD', 100)
  const { pieces, counts } = matcherOf(map).match(
    trackOf(
      points,
      points.map((_, i) => 5 * i),
    ),
  )
  expect(pieces.length).toBe(2)
  expect(counts.offRoadCount).toBeGreaterThan(25)
  for (const { lengthMeters } of pieces) expect(lengthMeters).toBeGreaterThan(350)
})

test('keeps a single piece with a detour where a section of the road is missing', async () => {
  const map = await drawMap(
    { cellMeters: 50 },
    `
    A-------B     C-------D
            |     |
            |     |
            E-----F
  `,
    { AB: street, BE: street, EF: street, FC: street, CD: street },
  )
  const points = alongLetters(map, 'ABCD', 40)
  const matched = matcherOf(map).match(
    trackOf(
      points,
      points.map((_, i) => 4 * i),
    ),
  )
  expect(drivenLetters(map, matched)).toEqual(['ABEFCD'])
  expect(matched.counts.offRoadCount).toBeGreaterThan(3)
})

test('follows a hairpin where the road runs next to itself', async () => {
  const map = await drawMap(
    { cellMeters: 20 },
    `
    A-------------------B
                        |
    D-------------------C
  `,
    { ABCD: street },
  )
  const random = seededRandom(4)
  const points = blurAll(alongLetters(map, 'ABCD', 30), 4, random)
  const { pieces } = matcherOf(map).match(trackOf(points))
  expect(pieces.length).toBe(1)
  expect(pieces[0].stretches.count).toBe(1)
  expect(pieces[0].stretches.from[0]).toBeLessThan(0.03)
  expect(pieces[0].stretches.to[0]).toBeGreaterThan(0.97)
})

test('across the antimeridian', async () => {
  const map = await drawMap(
    { cellMeters: 50, origin: [-16.5, 179.998] },
    `
    A-----------B-----------C
                |
                D
  `,
    { ABC: street, BD: street },
  )
  const points = alongLetters(map, 'ABC', 45)
  expect(points.some(([, longitude]) => longitude < 0)).toBe(true)
  expect(drivenLetters(map, matcherOf(map).match(trackOf(points)))).toEqual(['ABC'])
})
