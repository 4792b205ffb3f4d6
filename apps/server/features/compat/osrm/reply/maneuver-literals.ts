import { type Literal, maneuverModifiers, maneuverTypes, travelModes, utf8Literal } from '@fairway/road'

/**
 * JSON literals for values of step fields. The literals are built once, because nearly all steps have one of a few
 * values.
 */
class Literals {
  private readonly literals: ReadonlyMap<string, Literal>
  private readonly toText: (value: string) => string

  constructor(values: readonly string[], toText: (value: string) => string) {
    this.literals = new Map(values.map((value) => [value, utf8Literal(toText(value))]))
    this.toText = toText
  }

  get(value: string): Literal {
    return this.literals.get(value) ?? utf8Literal(this.toText(value))
  }
}

export const typeLiterals = new Literals(maneuverTypes, (type) => {
  // OSRM has one name for leaving both kinds of roundabouts.
  const osrmType = type === 'exit roundabout turn' ? 'exit roundabout' : type
  return `,"maneuver":{"type":${JSON.stringify(osrmType)}`
})
export const modifierLiterals = new Literals(maneuverModifiers, (name) => `,"modifier":${JSON.stringify(name)}`)
export const modeLiterals = new Literals(travelModes, (mode) => `},"mode":${JSON.stringify(mode)}`)
export const sideLiterals = new Literals(['left', 'right'], (side) => `,"driving_side":${JSON.stringify(side)},"name":`)
