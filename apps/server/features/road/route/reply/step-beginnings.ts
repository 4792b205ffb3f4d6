import {
  asciiLiteral,
  type Literal,
  type ManeuverModifier,
  type ManeuverType,
  maneuverModifiers,
  maneuverTypes,
  type Step,
} from '@fairway/road'

type StepPrefixes = ReadonlyMap<ManeuverType, ReadonlyMap<ManeuverModifier | undefined, Literal>>

/** Prebuilt beginnings of steps, with and without a leg number before the maneuver. */
export const prefixesAfterLeg = createStepPrefixes(',')
export const firstStepPrefixes = createStepPrefixes('{')
export const nextStepPrefixes = createStepPrefixes(',{')

function createStepPrefixes(leadText: string): StepPrefixes {
  const createPrefix = (type: ManeuverType, modifier: ManeuverModifier | undefined): Literal =>
    asciiLiteral(`${leadText}"maneuver":{"type":"${type}"${modifier === undefined ? '' : `,"modifier":"${modifier}"`}`)
  return new Map(
    maneuverTypes.map((type) => [
      type,
      new Map([undefined, ...maneuverModifiers].map((to) => [to, createPrefix(type, to)])),
    ]),
  )
}
export function getStepPrefix(prefixes: StepPrefixes, { type, modifier }: Step): Literal {
  const prefix = prefixes.get(type)?.get(modifier)
  if (prefix === undefined) throw new Error(`no text for ${type} ${modifier}`)
  return prefix
}
