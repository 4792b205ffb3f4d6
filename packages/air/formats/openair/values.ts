import type { Position } from '@fairway/geo'
import type { Height } from '../../model.ts'
import { METERS_PER_FOOT } from '../heights.ts'

/** Matches coordinates in degrees, minutes, and seconds, any of which may have decimals: "52:13:05 N 013:30.5 E". */
const ANGLE_PATTERN = String.raw`(\d{1,3}(?:\.\d+)?)(?:\s*:\s*(\d{1,2}(?:\.\d+)?))?(?:\s*:\s*(\d{1,2}(?:\.\d+)?))?\s*`
const POSITION_PATTERN = new RegExp(`${ANGLE_PATTERN}([NS])[\\s,]*${ANGLE_PATTERN}([EW])`, 'gi')

/** Parses all positions in a string. Returns undefined if it contains other text or an invalid position. */
export function parsePositions(text: string): Position[] | undefined {
  const positions: Position[] = []
  let remainingText = text
  for (const match of text.matchAll(POSITION_PATTERN)) {
    const latitude = toDegrees(match.slice(1, 4), /s/i.test(match[4]), 90)
    const longitude = toDegrees(match.slice(5, 8), /w/i.test(match[8]), 180)
    if (latitude === undefined || longitude === undefined) return undefined
    positions.push([latitude, longitude])
    remainingText = remainingText.replace(match[0], '')
  }
  return /^[\s,]*$/.test(remainingText) ? positions : undefined
}

function toDegrees(parts: readonly (string | undefined)[], isNegative: boolean, max: number): number | undefined {
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  const value = degrees + minutes / 60 + seconds / 3600
  if (minutes > 60 || seconds > 60 || value > max) return undefined
  return isNegative ? -value : value
}

/**
 * Parses a height or 'unlimited'. Returns undefined if the text is unreadable. Flight levels are treated as heights
 * above sea level.
 */
export function parseOpenAirHeight(text: string): Height | 'unlimited' | undefined {
  const normalized = text.trim().toUpperCase().replace(/\s+/g, ' ')
  if (/^UNL/.test(normalized)) return 'unlimited'
  if (/^(GND|SFC|SURFACE|GROUND)$/.test(normalized)) return { meters: 0, above: 'ground' }
  const flightLevel = /^FL ?(\d{1,3})$/.exec(normalized)
  if (flightLevel) return { meters: Number(flightLevel[1]) * 100 * METERS_PER_FOOT, above: 'sea' }
  const match = /^(\d{1,6}(?:\.\d+)?) ?(FT|F|M(?!SL))?\.? ?(MSL|AMSL|ALT|STD|QNH|AGL|GND|SFC|ASFC|AGND)?$/.exec(
    normalized,
  )
  if (!match) return undefined
  const meters = Number(match[1]) * (match[2] === 'M' ? 1 : METERS_PER_FOOT)
  const isGround = meters === 0 || /^(AGL|GND|SFC|ASFC|AGND)$/.test(match[3] ?? '')
  return { meters, above: isGround ? 'ground' : 'sea' }
}
