import { describe, expect, test } from 'vitest'
import { parseParameters } from './parameters.ts'
import {
  annotationNames,
  DEFAULT_ROUTE_OPTIONS,
  DEFAULT_TABLE_OPTIONS,
  DEFAULT_TRIP_OPTIONS,
  routeOptions,
  tableOptions,
  tripOptions,
} from './route-options.ts'
import { parseUrl } from './url.ts'

const parseRoute = (query: string) => parseParameters({ query, prefixLength: 0 }, DEFAULT_ROUTE_OPTIONS, routeOptions)
const parseTable = (query: string) => parseParameters({ query, prefixLength: 0 }, DEFAULT_TABLE_OPTIONS, tableOptions)
const parseTrip = (query: string) => parseParameters({ query, prefixLength: 0 }, DEFAULT_TRIP_OPTIONS, tripOptions)

/** The cases and positions are from OSRM's tests in unit_tests/server/parameters_parser.cpp. */
const routePositions: readonly (readonly [string, number])[] = [
  ['a;3,4', 0],
  ['120;3,4', 3],
  ['90000000,2;3,4', 0],
  ['1,2;3,4?overview=false&bla=foo', 22],
  ['1,2;3,4?overview=false&bearings=foo', 32],
  ['1,2;3,4?overview=false&continue_straight=foo', 41],
  ['1,2;3,4?overview=false&radiuses=foo', 32],
  ['1,2;3,4?overview=false&approaches=foo', 34],
  ['1,2;3,4?overview=false&hints=;;; ;', 32],
  ['1,2;3,4?generate_hints=notboolean', 23],
  ['1,2;3,4?overview=false&geometries=foo', 34],
  ['1,2;3,4?overview=false&overview=foo', 32],
  ['1,2;3,4?overview=false&alternatives=foo', 36],
  ['1,2;3,4?overview=false&alternatives=-1', 36],
  ['', 0],
  ['1,2;3.4.unsupported', 7],
  ['1,2;3,4.json?nooptions', 13],
  ['1,2;3,4..json?nooptions', 14],
  ['1,2;3,4.0.json?nooptions', 15],
  ['1,2;3,4\0.json', 7],
  ['1,2;3,\0', 6],
  ['1,2;3,4?annotations=distances', 28],
  ['1,2;3,4?annotations=', 20],
  ['1,2;3,4?annotations=true,false', 24],
  ['1,2;3,4?annotations=&overview=simplified', 20],
]
const tablePositions: readonly (readonly [string, number])[] = [
  ['1,2;3,4?sources=1&bla=foo', 17],
  ['1,2;3,4?destinations=1&bla=foo', 22],
  ['1,2;3,4?sources=1&destinations=1&bla=foo', 32],
  ['1,2;3,4?sources=foo', 16],
  ['1,2;3,4?destinations=foo', 21],
  ['1,2;3,4?sources=all&destinations=all&annotations=bla', 49],
  ['1,2;3,4?fallback_coordinate=asdf', 28],
  ['1,2;3,4?annotations=durations&scale_factor=-1', 28],
]

describe('OSRM queries', () => {
  test.each(routePositions)('name the position of the error: %j', (query, position) => {
    const message = `Query string malformed close to position ${position}`
    expect(parseRoute(query)).toEqual({ ok: false, failure: { code: 'InvalidQuery', message } })
  })

  test.each(tablePositions)('of tables name the position of the error: %j', (query, position) => {
    const message = `Query string malformed close to position ${position}`
    expect(parseTable(query)).toEqual({ ok: false, failure: { code: 'InvalidQuery', message } })
  })

  test('have coordinates with the longitude first, or polylines', () => {
    const coordinates = [
      [2, 1],
      [4, 3],
    ]
    expect(parseRoute('1,2;3,4')).toMatchObject({ ok: true, value: { ...DEFAULT_ROUTE_OPTIONS, coordinates } })
    expect(parseRoute('1,2;3,4.json?')).toMatchObject({ ok: false })
    expect(parseRoute('1.,+2e0;3.0,4.json')).toMatchObject({ ok: true, value: { coordinates, format: 'json' } })
    expect(parseRoute('1,2;3,4.flatbuffers')).toMatchObject({ ok: true, value: { format: 'flatbuffers' } })
    // The coordinates are from the documentation of OSRM.
    const berlin = [
      [52.51704, 13.38886],
      [52.52941, 13.39763],
      [52.52322, 13.42855],
    ]
    expect(parseRoute('polyline(ofp_Ik_vpAilAyu@te@g`E)?overview=false')).toMatchObject({
      ok: true,
      value: { coordinates: berlin, overview: 'false' },
    })
    expect(parseRoute('polyline6(!!)')).toMatchObject({ ok: false })
    expect(parseRoute('polyline()')).toMatchObject({ ok: false })
  })

  test('have options for each coordinate, which may be empty', () => {
    const query = '1,2;3,4?bearings=200,10;&radiuses=unlimited;5.5&hints=;AbC-_=&approaches=curb;'
    expect(parseRoute(query)).toMatchObject({
      ok: true,
      value: {
        bearings: [{ degrees: 200, rangeDegrees: 10 }, undefined],
        radiuses: [Number.POSITIVE_INFINITY, 5.5],
        hints: [undefined, 'AbC-_='],
        approaches: ['curb', undefined],
      },
    })
  })

  test('have the options of their service', () => {
    const query =
      '1,2;3,4?steps=true&alternatives=true&geometries=geojson&overview=by_legs&annotations=true&continue_straight=false&waypoints=0;1&exclude=toll,ferry&snapping=any&generate_hints=false&skip_waypoints=true'
    expect(parseRoute(query)).toMatchObject({
      ok: true,
      value: {
        steps: true,
        alternatives: 1,
        geometries: 'geojson',
        overview: 'by_legs',
        annotations: annotationNames.filter((name) => name !== 'nodes'),
        continueStraight: false,
        waypoints: [0, 1],
        exclude: ['toll', 'ferry'],
        generateHints: false,
        skipWaypoints: true,
      },
    })
    expect(parseRoute('1,2;3,4?alternatives=3&geometries=polyline6&continue_straight=default')).toMatchObject({
      ok: true,
      value: { alternatives: 3, geometries: 'polyline6', continueStraight: 'default' },
    })
    expect(parseTrip('1,2;3,4?roundtrip=false&source=first&destination=last')).toMatchObject({
      ok: true,
      value: { roundtrip: false, source: 'first', destination: 'last' },
    })
    expect(
      parseTable('1,2;3,4?sources=0&destinations=all&annotations=duration,distance&fallback_speed=10&scale_factor=1.5'),
    ).toMatchObject({
      ok: true,
      value: {
        sources: [0],
        destinations: [],
        annotations: ['duration', 'distance'],
        fallbackSpeed: 10,
        scaleFactor: 1.5,
      },
    })
  })
})

describe('OSRM URLs', () => {
  test('are split into service, version, profile and query', () => {
    expect(parseUrl('/route/v1/driving/1,2;3,4?steps=true')).toEqual({
      ok: true,
      value: { service: 'route', version: 1, profile: 'driving', query: '1,2;3,4?steps=true', prefixLength: 18 },
    })
    expect(parseUrl('/route/v1/car/1%2C2%3B3%2C4')).toMatchObject({ ok: true, value: { query: '1,2;3,4' } })
    expect(parseUrl('/route/v1/car/%ff')).toMatchObject({ ok: true, value: { query: '%ff' } })
  })

  test.each([
    ['', 0, ''],
    ['/', 1, '/'],
    ['/route', 6, 'ute'],
    ['/route/1/car/1,2', 7, 'te/1/c'],
    ['/route/v1/car', 13, 'car'],
    ['/route/v1/car/', 14, 'ar/'],
    ['/route/v1/car/1,2 3', 17, '1,2 3'],
  ])('name the position of the error: %j', (url, position, context) => {
    const message = `URL string malformed close to position ${position}: "${context}"`
    expect(parseUrl(url)).toEqual({ ok: false, failure: { code: 'InvalidUrl', message } })
  })
})
