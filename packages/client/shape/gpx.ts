import type { Point } from '../api-types.ts'
import { wrapLongitude } from './geojson.ts'
import { type RouteWithGeometry, toRouteLine } from './line-of.ts'

interface Step {
  readonly instruction: string
  readonly name: string
  readonly maneuver: { readonly at: Point }
}

/** A route with optional steps. */
export interface RouteWithSteps extends RouteWithGeometry {
  readonly steps?: readonly Step[] | undefined
  readonly data?: { readonly attribution?: string } | undefined
}

/**
 * Converts a route to GPX 1.1 for devices and apps. The steps become a route for guidance, and the line becomes a
 * track. Elevations are included if they are relative to sea level, which GPX requires.
 */
export function toGpx(route: RouteWithSteps, { name = 'Route' }: { readonly name?: string | undefined } = {}): string {
  const { points, elevations } = toRouteLine(route)
  const title = `<name>${escapeXml(name)}</name>`
  const steps = (route.steps ?? []).map(
    ({ instruction, maneuver }) =>
      `<rtept ${toCoordinateAttributes(maneuver.at)}><name>${escapeXml(instruction)}</name></rtept>`,
  )
  const track = points.map((point, index) => {
    const elevation = elevations[index]
    return `<trkpt ${toCoordinateAttributes(point)}${elevation === undefined ? '/>' : `><ele>${elevation}</ele></trkpt>`}`
  })
  const attribution = route.data?.attribution
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Fairway" xmlns="http://www.topografix.com/GPX/1/1">',
    `<metadata>${title}${attribution === undefined ? '' : `<desc>${escapeXml(attribution)}</desc>`}</metadata>`,
    ...(steps.length > 0 ? [`<rte>${title}`, ...steps, '</rte>'] : []),
    `<trk>${title}<trkseg>`,
    ...track,
    '</trkseg></trk>',
    '</gpx>',
    '',
  ].join('\n')
}

function toCoordinateAttributes([latitude, longitude]: Point): string {
  return `lat="${latitude}" lon="${wrapLongitude(longitude)}"`
}

/** Escapes text for XML. Control characters are removed, because XML allows them neither raw nor escaped. */
function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  )
}
