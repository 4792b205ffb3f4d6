import { describe, expect, test } from 'vitest'
import { toProblem } from '../../../platform/http/problem.ts'
import { problems } from './failures.ts'
import { MAX_POINTS } from './limits.ts'
import { readGpx } from './read-gpx.ts'

const wrap = (content: string) =>
  `<gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${content}</trkseg></trk></gpx>`
const point = (lat: number | string, lon: number | string, content = '') =>
  `<trkpt lat="${lat}" lon="${lon}">${content}</trkpt>`

function readTrack(text: string) {
  const result = readGpx(text)
  if (!result.ok) throw new Error(toProblem(problems, result.failure).body.detail)
  return result.value
}

describe('a GPX file', () => {
  test('has positions, times and courses, with any namespace prefix', () => {
    const extensions =
      '<extensions><t:TrackPointExtension><t:course>181.5</t:course></t:TrackPointExtension></extensions>'
    const points = [
      point(-34.9, -56.1, '<ele>3.5</ele><time>2026-06-16T08:30:00Z</time>'),
      point(-34.91, -56.11, `<time>2026-06-16T08:30:05.5Z</time>${extensions}`),
    ]
    const track = readTrack(`\ufeff<?xml version="1.0" encoding="UTF-8"?>${wrap(points.join('\n'))}`)
    expect([...track.latitude]).toEqual([-34.9, -34.91])
    expect([...track.longitude]).toEqual([-56.1, -56.11])
    expect([...(track.seconds ?? [])].map((seconds) => seconds - 1_781_598_600)).toEqual([0, 5.5])
    expect([...(track.heading ?? [])]).toEqual([Number.NaN, 181.5])
    const prefixed = readTrack('<g:gpx xmlns:g="x"><g:rte><g:rtept lat="1" lon="2"/></g:rte></g:gpx>')
    expect([prefixed.count, prefixed.seconds, prefixed.heading]).toEqual([1, undefined, undefined])
  })

  test('has no times if one is missing or unreadable, and joins the segments of its tracks', () => {
    const time = '<time>2026-06-16T08:30:00Z</time>'
    const segments = `${point(1, 2, time)}</trkseg><trkseg>${point(3, 4)}`
    expect(readTrack(wrap(segments)).seconds).toBeUndefined()
    expect(readTrack(wrap(segments)).count).toBe(2)
    expect(readTrack(wrap(point(1, 2, '<time>noon</time>'))).seconds).toBeUndefined()
  })

  test('prefers track points to route points', () => {
    const text = `<gpx><rte><rtept lat="9" lon="9"/></rte><trk><trkseg>${point(1, 2)}</trkseg></trk></gpx>`
    expect([...readTrack(text).latitude]).toEqual([1])
  })

  const bomb = '<!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><gpx>&b;</gpx>'
  test.each<[string, string, RegExp]>([
    [
      'entities of a document type',
      bomb,
      /^gpx cannot be read: it has a document type declaration \(DOCTYPE\), which is not allowed; remove it$/,
    ],
    [
      'an entity of nowhere',
      wrap(point(1, 2, '<name>&bomb;</name>')),
      /^gpx cannot be read: it is not valid XML \(.*entity.*\)$/,
    ],
    [
      'a million levels',
      '<gpx>'.repeat(1_000_000),
      /^gpx cannot be read: its elements are nested more than 32 levels deep$/,
    ],
    ['no points', wrap(''), /^gpx cannot be read: it has no track points \(trkpt\) or route points \(rtept\)$/],
    ['another kind of XML', '<kml></kml>', /^gpx cannot be read: it begins with <kml>, not <gpx>$/],
    ['no XML', 'lat,lon\n1,2', /^gpx cannot be read: it is not valid XML/],
    ['half a file', wrap(point(1, 2)).slice(0, -10), /^gpx cannot be read: it is not valid XML/],
    ['nothing', '', /^gpx cannot be read: it is not valid XML/],
    [
      'a latitude of 91',
      wrap(point(91, 2)),
      /^gpx cannot be read: lat of the trkpt on line 1 is "91"; it must be from -90 to 90$/,
    ],
    [
      'no longitude',
      wrap('<trkpt lat="1"/>'),
      /^gpx cannot be read: lon of the trkpt on line 1 is missing; it must be from -180 to 180$/,
    ],
    [
      'too many points',
      wrap(point(1, 2).repeat(MAX_POINTS + 1)),
      /^gpx has more than 10,000 points, but at most 10,000 are allowed; split the trace/,
    ],
  ])('with %s is rejected', (_, text, detail) => {
    expect(() => readTrack(text)).toThrow(detail)
  })

  test('may have 10,000 points', () => {
    expect(readTrack(wrap(point(1, 2).repeat(MAX_POINTS))).count).toBe(MAX_POINTS)
  })
})
