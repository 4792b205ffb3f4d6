import { flatDistanceMeters, wrapLongitude } from '@fairway/geo'
import type { Fix } from '../fixes/fix.ts'
import { secondsBetween } from './clean-track.ts'

/** A part of a track where the asset was stationary. Both the first and the last fix are included. */
export interface Stay {
  readonly first: number
  readonly last: number
  readonly latitude: number
  readonly longitude: number
}

export interface StayRule {
  readonly radiusM: number
  readonly minS: number
}

/**
 * Number of positions outside the radius after which the asset has left. Two positions are enough if at least this much
 * time lies between them. A single position outside is treated as an error.
 */
const LEAVING_FIXES = 3
const LEAVING_S = 30
/**
 * Distance from the center, as a share of the radius, beyond which positions no longer belong to the stay. The distance
 * must also exceed what the scatter and the accuracy of the positions explain.
 */
const CORE_SHARE = 0.2
const CORE_DEVIATIONS = 3
const CORE_ACCURACIES = 2.5
/** Maximum number of samples, enough for a median. A night with one position per second has 30,000 positions. */
const MAX_SAMPLES = 500

/**
 * Finds stay points (Li et al. 2008, "Mining user similarity based on location history"). The center follows the mean.
 * Parts at either end in which the asset was still moving are cut off and belong to the trips.
 */
export function findStays(fixes: readonly Fix[], rule: StayRule, from = 0, to = fixes.length - 1): Stay[] {
  const stays: Stay[] = []
  for (let i = from; i <= to; ) {
    const last = findLastInside(fixes, i, to, rule)
    const stay = secondsBetween(fixes[i], fixes[last]) >= rule.minS ? trimStay(fixes, i, last, rule) : undefined
    if (stay) stays.push(stay)
    i = stay ? stay.last + 1 : i + 1
  }
  return stays
}

function findLastInside(fixes: readonly Fix[], first: number, to: number, { radiusM }: StayRule): number {
  let [latitude, longitude] = [fixes[first].latitude, fixes[first].longitude]
  let [count, last, outsideCount] = [1, first, 0]
  for (let j = first + 1; j <= to; j++) {
    const fix = fixes[j]
    if (flatDistanceMeters(latitude, longitude, fix.latitude, fix.longitude) <= radiusM) {
      count++
      latitude += (fix.latitude - latitude) / count
      longitude += wrapLongitude(fix.longitude - longitude) / count
      last = j
      outsideCount = 0
      continue
    }
    outsideCount++
    if (outsideCount >= LEAVING_FIXES || (outsideCount >= 2 && secondsBetween(fixes[last + 1], fix) >= LEAVING_S)) break
  }
  return last
}

/** Trims the ends of a stay. Returns undefined if the asset only passed by slowly. */
function trimStay(fixes: readonly Fix[], first: number, last: number, { radiusM, minS }: StayRule): Stay | undefined {
  const samples = sampleStay(fixes, first, last)
  const center = findCenter(fixes, samples)
  const meters = ({ latitude, longitude }: Fix) =>
    flatDistanceMeters(center.latitude, center.longitude, latitude, longitude)
  const scatterM = weightedMedian(samples.map(({ index, weight }) => [meters(fixes[index]), weight]))
  const coreM = Math.max(CORE_SHARE * radiusM, CORE_DEVIATIONS * scatterM)
  const isOutside = (fix: Fix) =>
    meters(fix) > Math.min(radiusM, Math.max(coreM, CORE_ACCURACIES * (fix.accuracyM ?? 0)))
  let [begin, end] = [first, last]
  while (begin < end && isOutside(fixes[begin])) begin++
  while (end > begin && isOutside(fixes[end])) end--
  return secondsBetween(fixes[begin], fixes[end]) >= minS ? { first: begin, last: end, ...center } : undefined
}

interface Sample {
  readonly index: number
  /** Seconds until the next sample. */
  readonly weight: number
}

function sampleStay(fixes: readonly Fix[], first: number, last: number): Sample[] {
  const step = Math.ceil((last - first + 1) / MAX_SAMPLES)
  const samples: Sample[] = []
  for (let index = first; index <= last; index += step) {
    // The device may have slept during the longest interval, so the sample uses the position before that interval.
    let [longestIndex, seconds] = [index, 0]
    for (let i = index; i < Math.min(last, index + step); i++) {
      if (secondsBetween(fixes[i], fixes[i + 1]) > seconds)
        [longestIndex, seconds] = [i, secondsBetween(fixes[i], fixes[i + 1])]
    }
    const end = fixes[Math.min(last, index + step)]
    samples.push({ index: longestIndex, weight: Math.max(0.001, secondsBetween(fixes[index], end)) })
  }
  return samples
}

/**
 * Returns the median weighted by time, because a device that sleeps while parked sends most positions while driving.
 */
function findCenter(fixes: readonly Fix[], samples: readonly Sample[]): { latitude: number; longitude: number } {
  const origin = fixes[samples[0].index].longitude
  const eastOf = (index: number) => wrapLongitude(fixes[index].longitude - origin)
  const latitude = weightedMedian(samples.map(({ index, weight }) => [fixes[index].latitude, weight]))
  const east = weightedMedian(samples.map(({ index, weight }) => [eastOf(index), weight]))
  return { latitude, longitude: wrapLongitude(origin + east) }
}

function weightedMedian(values: [value: number, weight: number][]): number {
  values.sort((a, b) => a[0] - b[0])
  let remainingWeight = values.reduce((sum, [, weight]) => sum + weight, 0) / 2
  for (const [value, weight] of values) {
    remainingWeight -= weight
    if (remainingWeight <= 0) return value
  }
  return values.at(-1)?.[0] ?? 0
}
