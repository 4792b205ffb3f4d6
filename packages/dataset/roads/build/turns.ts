import { NO_ID, NodeFlag, RoadFlag, TravelMode, TurnFlag } from '@fairway/road'
import { Uint32Builder } from '../../osm/growing.ts'
import type { NodeRules } from '../rules/rules.ts'
import { type ArcBearings, computeBearings } from './arc-bearings.ts'
import { Roundabouts, runsAgainstFlow } from './circles.ts'
import type { RestrictionState } from './restriction-states.ts'
import type { SideTraits } from './traits.ts'
import type { TurnInput } from './turn-input.ts'

export interface Turns {
  readonly first: Uint32Array
  readonly to: Uint32Array
  readonly duration: Uint16Array
  readonly flags: Uint8Array
  /** Turns that are forbidden while a condition applies (`opens` is false) or allowed only while it applies. */
  readonly conditions: readonly { readonly turn: number; readonly when: string; readonly opens: boolean }[]
}

/** Builds all allowed turns from every arc. The turns of the copies follow the turns of the original arcs. */
export function buildTurns(input: TurnInput): Turns {
  const { arcs, states } = input
  const writer = new TurnWriter(input)
  for (let arc = 0; arc < arcs.count; arc++) writer.write(arc, states.findStateAtArc(arc))
  for (const state of states.copies) writer.write(state.arc, state)
  return writer.finish()
}

class TurnWriter {
  private readonly input: TurnInput
  private readonly bearings: ArcBearings
  private readonly roundabouts: Roundabouts
  private readonly first = new Uint32Builder()
  private readonly to = new Uint32Builder()
  private readonly duration = new Uint32Builder()
  private readonly flags = new Uint32Builder()
  private readonly conditions: { turn: number; when: string; opens: boolean }[] = []

  constructor(input: TurnInput) {
    this.input = input
    this.bearings = computeBearings(input)
    this.roundabouts = new Roundabouts(input)
  }

  write(arc: number, state: RestrictionState | undefined): void {
    const { arcs, edges, junctions, nodeRules } = this.input
    this.first.push(this.to.length)
    const node = arcs.head[arc]
    const rules = nodeRules.get(edges.rawNode[node])
    const reverseArc = arcs.arcByEdgeSide[arcs.edgeSide[arc] ^ 1]
    const isBlocked = rules?.isBlocked === true && rules.timed.length === 0
    const roundabout = this.roundabouts.findAt(node)
    let openTurnCount = 0
    for (const nextArc of junctions.outgoingArcs(node)) {
      if (
        nextArc === reverseArc ||
        isBlocked ||
        (roundabout && runsAgainstFlow(roundabout, this.bearings, arc, nextArc))
      )
        continue
      const isOpen = this.addIfAllowed(arc, nextArc, state, rules, false)
      if (isOpen && this.isAlwaysOpen(nextArc) && (rules?.timed.length ?? 0) === 0) openTurnCount++
    }
    // U-turns on the same road are allowed at dead ends, from arcs without another allowed turn, and from lanes with a
    // U-turn arrow.
    if (reverseArc !== NO_ID && (openTurnCount === 0 || this.hasUturnLane(arc)))
      this.addIfAllowed(arc, reverseArc, state, rules, true)
  }

  /** Adds a turn unless it is permanently forbidden. Returns whether the turn is always allowed. */
  private addIfAllowed(
    arc: number,
    nextArc: number,
    state: RestrictionState | undefined,
    rules: NodeRules | undefined,
    isUturn: boolean,
  ): boolean {
    const restrictionResult = this.checkRestrictions(state, nextArc)
    if (restrictionResult === 'forbidden') return false
    this.add(arc, nextArc, state, rules, isUturn)
    for (const closedWhen of restrictionResult)
      this.conditions.push({ turn: this.to.length - 1, when: closedWhen, opens: false })
    return restrictionResult.length === 0
  }

  /** Returns 'forbidden' if the turn is permanently forbidden, otherwise the conditions that forbid it. */
  private checkRestrictions(state: RestrictionState | undefined, nextArc: number): 'forbidden' | readonly string[] {
    if (!state) return []
    const conditions: string[] = []
    for (const rules of this.input.states.listRules(state)) {
      // If multiple only_… restrictions apply at one node, each of them allows its target.
      const onlyRestrictions = rules.filter(({ kind, when }) => kind === 'only' && when === undefined)
      if (onlyRestrictions.length > 0 && !onlyRestrictions.some(({ to }) => to.includes(nextArc))) return 'forbidden'
      for (const { kind, to, when } of rules) {
        if (to.includes(nextArc) === (kind === 'only')) continue
        if (when !== undefined) conditions.push(when)
        else if (kind === 'no') return 'forbidden'
      }
    }
    return conditions
  }

  private isAlwaysOpen(arc: number): boolean {
    const sideRules = this.getSide(arc)
    return sideRules === undefined || (sideRules.timed.length === 0 && !sideRules.closedByDefault)
  }

  private modeChangeFlag(arc: number, nextArc: number): number {
    const [mode, nextMode] = [this.getSide(arc)?.mode, this.getSide(nextArc)?.mode]
    if (mode === nextMode || mode === TravelMode.driving) return 0
    if (nextMode === TravelMode.pushing) return mode === TravelMode.cycling ? TurnFlag.dismount : 0
    const isCarried = mode === TravelMode.ferry || mode === TravelMode.train
    return !isCarried && (nextMode === TravelMode.ferry || nextMode === TravelMode.train) ? TurnFlag.board : 0
  }

  private hasUturnLane(arc: number): boolean {
    return this.getSide(arc)?.turnLanes.includes('reverse') === true
  }

  private getSide(arc: number): SideTraits | undefined {
    const { arcs, edges, traits } = this.input
    const edgeSide = arcs.edgeSide[arc]
    return traits.sides.values[edges.side[(edgeSide & 1) === 0 ? 0 : 1][edgeSide >>> 1]]
  }

  private add(
    arc: number,
    nextArc: number,
    state: RestrictionState | undefined,
    rules: NodeRules | undefined,
    isUturn: boolean,
  ): void {
    const { arcs, states } = this.input
    const reachedState = states.nextState(state, nextArc)
    this.to.push(reachedState && reachedState.copyIndex >= 0 ? arcs.count + reachedState.copyIndex : nextArc)
    this.duration.push(Math.min(0xffff, Math.round(100 * this.turnSeconds(arc, nextArc, rules, isUturn))))
    this.flags.push(
      this.modeChangeFlag(arc, nextArc) |
        (isUturn ? TurnFlag.uturn : 0) |
        (((rules?.flags ?? 0) & NodeFlag.noWheelchairs) !== 0 && !isUturn ? TurnFlag.noWheelchairs : 0) |
        (rules?.isRestricted === true && !isUturn ? TurnFlag.restrictedGate : 0) |
        (rules?.isBlocked === true && !isUturn ? TurnFlag.closedByDefault : 0),
    )
    if (isUturn) return
    for (const { when, opens } of rules?.timed ?? []) this.conditions.push({ turn: this.to.length - 1, when, opens })
  }

  private turnSeconds(arc: number, nextArc: number, rules: NodeRules | undefined, isUturn: boolean): number {
    const { arcs, edges, junctions, traits, travelRules } = this.input
    const edge = arcs.edgeSide[arc] >>> 1
    const directionIndex = arcs.edgeSide[arc] & 1
    const road = traits.roads.values[edges.road[edge]]
    let seconds = 0
    // A U-turn in front of a gate does not pass through the gate.
    if (rules && !isUturn) {
      const isReversed = directionIndex === 0 ? edges.lastReversed[edge] === 1 : edges.firstReversed[edge] === 0
      seconds += isReversed ? rules.delayBackwardSeconds : rules.delayForwardSeconds
    }
    const changesMode = this.getSide(arc)?.mode !== this.getSide(nextArc)?.mode
    if (junctions.roadCount[arcs.head[arc]] > 2 || changesMode || isUturn) {
      const angle = turnAngle(this.bearings.atEnd[arc], this.bearings.atStart[nextArc])
      seconds += travelRules.turnSeconds(angle, (road.flags & RoadFlag.leftHandTraffic) !== 0, isUturn)
    }
    return seconds
  }

  finish(): Turns {
    this.first.push(this.to.length)
    return {
      first: this.first.finish(),
      to: this.to.finish(),
      duration: Uint16Array.from(this.duration.finish()),
      flags: Uint8Array.from(this.flags.finish()),
      conditions: this.conditions,
    }
  }
}

/** Returns the angle between the bearings before and after a turn, from -180 to 180 degrees. */
function turnAngle(bearingBefore: number, bearingAfter: number): number {
  const bearingDifference = (((bearingAfter - bearingBefore) % 360) + 360) % 360
  return bearingDifference > 180 ? bearingDifference - 360 : bearingDifference
}
