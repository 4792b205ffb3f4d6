import { pointText } from '../../../points.ts'
import { clockTime } from '../../../ui/measures.ts'
import { fieldsInWords } from '../field-words.ts'
import type { Solved } from '../state.ts'

/**
 * The service counts stops and vehicles from 0 and times in minutes after departure, which suits programs. This
 * replaces them with numbers from 1, names and clock times.
 */
export function inWords(text: string, { stops, reply }: Told): string {
  const clockAfter = (minutes: string) =>
    clockTime(new Date(Date.parse(reply.depart_at) + Number(minutes) * 60_000).toISOString())
  return fieldsInWords(text)
    .replaceAll(/\bvehicle (\d+)\b/g, (_, digits) => `vehicle ${Number(digits) + 1}`)
    .replaceAll(/\bstop (\d+)\b/g, (_, digits) => nameOf(stops[Number(digits)], Number(digits)))
    .replaceAll(
      /\bafter (-?[\d.]+) min at the earliest\b/g,
      (_, minutes) => `at ${clockAfter(minutes)} at the earliest`,
    )
    .replaceAll(/\b(must begin by|ends at) (-?[\d.]+) min\b/g, (_, what, minutes) => `${what} ${clockAfter(minutes)}`)
}

interface Told {
  readonly stops: Solved['stops']
  readonly reply: Pick<Solved['reply'], 'depart_at'>
}

export function nameOf(stop: Solved['stops'][number] | undefined, index: number): string {
  return stop === undefined ? `stop ${index + 1}` : `stop ${index + 1} (${stop.label || pointText(stop.at)})`
}
