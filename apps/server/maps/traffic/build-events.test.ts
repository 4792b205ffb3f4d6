import { seededRandom } from '@fairway/geo'
import { copiesOf } from '@fairway/road'
import { randomNetwork } from '@fairway/road/testing'
import { describe, expect, test } from 'vitest'
import { buildEvents } from './build-events.ts'
import type { FeedEvent } from './feeds/feed-content.ts'
import { type ArcStretch, makeLocatedEvent } from './testing/located.ts'

const network = randomNetwork(seededRandom(22), { columns: 7, rows: 7 })
const copies = copiesOf(network)
const now = Date.parse('2026-11-16T08:00:00Z')
const HOUR = 3_600_000
const [withCopies = 0] = copies.keys()
const plain = [...Array(network.arcs.count).keys()].filter((arc) => !copies.has(arc) && arc < 60)

const build = (...events: readonly (readonly [Partial<FeedEvent>, readonly ArcStretch[]])[]) =>
  buildEvents(
    network,
    copies,
    events.map(([event, stretches]) => makeLocatedEvent(event, stretches)),
    now,
  )

describe('event end', () => {
  test.each([
    ['accident', now + 2 * HOUR],
    ['congestion', now + 2 * HOUR],
    ['hazard', now + 2 * HOUR],
    ['weather', now + 2 * HOUR],
    ['closure', Number.POSITIVE_INFINITY],
    ['roadworks', Number.POSITIVE_INFINITY],
    ['other', Number.POSITIVE_INFINITY],
  ] as const)('defaults by kind when none is given: %s, %f', (kind, end) => {
    const { events } = build([{ kind }, [[1]]])
    expect([...events.endsAtMs, ...events.startsAtMs]).toEqual([end, Number.NEGATIVE_INFINITY])
  })

  test('is used when given, for every kind', () => {
    const { events } = build([{ kind: 'accident', startsAtMs: now - 9 * HOUR, endsAtMs: now + 9 * HOUR }, [[1]]])
    expect([...events.startsAtMs, ...events.endsAtMs]).toEqual([now - 9 * HOUR, now + 9 * HOUR])
  })

  test('removes ended events with their locations, and renumbers the others', () => {
    const { events, incidents } = build(
      [{ id: 'over', endsAtMs: now }, [[plain[0] ?? 0], [plain[1] ?? 0]]],
      [{ id: 'last moment', endsAtMs: now + 1, closed: true }, [[plain[2] ?? 0]]],
      [{ id: 'long over', endsAtMs: now - HOUR }, [[plain[0] ?? 0]]],
      [{ id: 'to come', startsAtMs: now + HOUR }, [[plain[1] ?? 0]]],
    )
    expect(incidents.map(({ id }) => id)).toEqual(['last moment', 'to come'])
    expect(events.count).toBe(2)
    expect([...events.sectionArc]).toEqual([plain[1], plain[2]])
    expect([...events.sectionEvent]).toEqual([1, 0])
    expect([...events.closes]).toEqual([1, 0])
  })
})

describe('places', () => {
  test('are sorted by arc and event, next to their copies, which have the same attributes', () => {
    const otherArc = plain[3] ?? 0
    const { events } = build(
      [{ speedKmh: 3 }, [[withCopies, 0.25, 0.5], [otherArc]]],
      [{ delaySeconds: 60, where: { at: [41, -8] } }, [[withCopies, 0.5, 1]]],
    )
    const arcWithCopies = [withCopies, ...(copies.get(withCopies) ?? [])]
    const expected = [
      ...arcWithCopies.flatMap((arc) => [
        [arc, 0],
        [arc, 1],
      ]),
      [otherArc, 0],
    ].sort(([a = 0, x = 0], [b = 0, y = 0]) => a - b || x - y)
    expect(Array.from(events.sectionArc, (arc, place) => [arc, events.sectionEvent[place]])).toEqual(expected)
    for (const [place, arc] of events.sectionArc.entries()) {
      if (arc === otherArc) continue
      const isFirst = events.sectionEvent[place] === 0
      expect([events.sectionFrom[place], events.sectionTo[place]]).toEqual(isFirst ? [0.25, 0.5] : [0.5, 1])
      expect([(events.sectionMinArcCs[place] ?? 0) > 0, events.sectionDelayCs[place]]).toEqual([
        isFirst,
        isFirst ? 0 : 6000,
      ])
    }
  })

  test('of random events are found by arc', () => {
    const random = seededRandom(23)
    const originals = [...Array(network.arcs.count).keys()].filter((arc) => network.edges.arc.includes(arc))
    const drawn = Array.from({ length: 40 }, (): readonly [Partial<FeedEvent>, ArcStretch[]] => {
      const arcs = new Set(Array.from({ length: 5 }, () => originals[Math.floor(random() * originals.length)] ?? 0))
      return [
        random() < 0.3 ? { endsAtMs: now - 1 } : { closed: random() < 0.5 },
        [...arcs].map((arc): ArcStretch => [arc]),
      ]
    })
    const { events } = build(...drawn)
    const current = drawn.filter(([event]) => event.endsAtMs === undefined)
    const expected = current.flatMap(([, stretches], event) =>
      stretches.flatMap(([arc]) => [arc, ...(copies.get(arc) ?? [])].map((each) => `${each} ${event}`)),
    )
    const arcEvents = Array.from(events.sectionArc, (arc, place) => `${arc} ${events.sectionEvent[place]}`)
    expect(new Set(arcEvents)).toEqual(new Set(expected))
    expect(arcEvents).toHaveLength(expected.length)
    expect([...events.sectionArc]).toEqual([...events.sectionArc].sort((a, b) => a - b))
  })

  test('and all other columns are in shared memory', () => {
    const { events } = build([{}, [[1]]])
    for (const column of Object.values(events)) {
      if (typeof column !== 'number') expect(column.buffer).toBeInstanceOf(SharedArrayBuffer)
    }
  })
})

describe('event description', () => {
  const toIncident = (event: Partial<FeedEvent>) => build([event, [[1]]]).incidents[0]

  test('comes from its feed, with times when given', () => {
    const fields = { id: 'a-17', kind: 'accident', severity: 'high', description: 'Two cars on the bridge' } as const
    expect(toIncident({ ...fields, startsAtMs: now, endsAtMs: now + HOUR })).toEqual({
      ...fields,
      starts_at: '2026-11-16T08:00:00.000Z',
      ends_at: '2026-11-16T09:00:00.000Z',
    })
    expect(toIncident(fields)).toEqual(fields)
  })

  test.each<[Partial<FeedEvent>, string]>([
    [{ kind: 'roadworks', roadNames: ['A1', 'Ring'] }, 'Road work on A1, Ring'],
    [{ kind: 'closure' }, 'Road closed'],
    [{ kind: 'weather' }, 'Bad weather'],
    [
      { description: 'Paving', restrictions: ['no-trucks', 'reduced-width 10 feet'] },
      'Paving (no-trucks, reduced-width 10 feet)',
    ],
    [{ kind: 'other', restrictions: ['no-trucks'] }, 'Incident (no-trucks)'],
  ])('is generated for %o: %s', (event, description) => {
    expect(toIncident(event)?.description).toBe(description)
  })
})
