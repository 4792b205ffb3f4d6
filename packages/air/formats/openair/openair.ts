import type { AirFile, Volume, Zone } from '../../model.ts'
import { BadAirFile } from '../fields.ts'
import { makeBand } from '../heights.ts'
import { makePolygon } from '../rings.ts'
import { Airspace, readActivation } from './airspace.ts'
import { findOpenAirRule, openAirRules } from './classes.ts'
import { toRing } from './outline.ts'

/** Record codes of map labels, drawing elements, and display settings. */
const ignoredCodes = new Set(['AT', 'TO', 'TC', 'SP', 'SB', 'AX', 'TP', 'AB', 'AR', 'AE'])

export function isOpenAir(text: string): boolean {
  return /^\s*AC\s+\S/im.test(text)
}

export function readOpenAir(text: string, stem: string): AirFile {
  const airspaces: Airspace[] = []
  const unknownCodes = new Set<string>()
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const record = /^\s*([A-Za-z]{1,2})(?:\s+|\s*(?==))(.*)$/.exec(line.replace(/\*.*$/, '').trimEnd())
    if (!record) continue
    const code = record[1].toUpperCase()
    if (code === 'AC') airspaces.push(new Airspace(airspaces.length, record[2].trim()))
    const airspace = airspaces.at(-1)
    if (ignoredCodes.has(code) || code === 'AC' || !airspace) continue
    if (!airspace.addRecord(code, record[2].trim(), index + 1)) unknownCodes.add(code)
  }
  const zones = airspaces.map((airspace) => toZone(airspace, stem))
  const warnings =
    unknownCodes.size === 0 ? [] : [`records of these types were ignored: ${[...unknownCodes].slice(0, 20).join(', ')}`]
  return { zones, corridors: [], ...(warnings.length > 0 && { warnings }) }
}

function toZone(airspace: Airspace, stem: string): Zone {
  const { airClass, type, name, lower, upper, radio, frequency } = airspace
  const rule = findOpenAirRule(airClass, type)
  if (rule === undefined) {
    const isUnknownClass = !openAirRules.has(airClass.toUpperCase())
    const [field, value] = isUnknownClass ? ['AC', airClass] : ['AY', type]
    throw new BadAirFile(`${airspace.label}: ${field} is "${value}"; allowed: ${[...openAirRules.keys()].join(', ')}`)
  }
  if (lower === 'unlimited') throw new BadAirFile(`${airspace.label}: AL is unlimited; allowed: a height`)
  if (lower && upper !== 'unlimited' && upper && lower.above === upper.above && upper.meters < lower.meters) {
    throw new BadAirFile(`${airspace.label}: AH is below AL; allowed: AH above AL`)
  }
  const band = makeBand(lower, upper === 'unlimited' ? undefined : upper)
  const radioContact = [radio, frequency && `${frequency} MHz`].filter(Boolean).join(', ')
  return {
    id: airspace.id ?? `${stem}:${toSlug(type ?? airClass)}-${toSlug(name) || airspace.index + 1}`,
    name: name || `${type ?? airClass} ${airspace.index + 1}`,
    rule,
    volumes: toOutlines(airspace).map((outline): Volume => ({ outline, band })),
    times: readActivation(airspace),
    authorities: radioContact === '' ? [] : [{ name: radioContact }],
  }
}

function toOutlines({ circles, boundaryPieces, label }: Airspace): Volume['outline'][] {
  if (boundaryPieces.length === 0) {
    if (circles.length === 0) throw new BadAirFile(`${label}: has no outline; allowed: DP, DA, DB or DC records`)
    return circles
  }
  const polygon = makePolygon(toRing(boundaryPieces), [])
  if ('complaint' in polygon) throw new BadAirFile(`${label}: the outline ${polygon.complaint}`)
  return [...circles, polygon]
}

function toSlug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
