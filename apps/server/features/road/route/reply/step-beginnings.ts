import {
  ascii,
  type Literal,
  type ManeuverType,
  type Modifier,
  maneuverTypes,
  modifiers,
  type Step,
} from '@fairway/road'

type Beginnings = ReadonlyMap<ManeuverType, ReadonlyMap<Modifier | undefined, Literal>>

/** Prebuilt prefixes of maneuvers, after the leg number and without it. */
export const afterLeg = beginningsAfter(',')
export const beginStep = beginningsAfter('{')
export const nextStep = beginningsAfter(',{')

function beginningsAfter(before: string): Beginnings {
  const literal = (type: ManeuverType, modifier: Modifier | undefined): Literal =>
    ascii(`${before}"maneuver":{"type":"${type}"${modifier === undefined ? '' : `,"modifier":"${modifier}"`}`)
  return new Map(
    maneuverTypes.map((type) => [type, new Map([undefined, ...modifiers].map((to) => [to, literal(type, to)]))]),
  )
}
export function beginningOf(of: Beginnings, { type, modifier }: Step): Literal {
  const beginning = of.get(type)?.get(modifier)
  if (beginning === undefined) throw new Error(`no text for ${type} ${modifier}`)
  return beginning
}
