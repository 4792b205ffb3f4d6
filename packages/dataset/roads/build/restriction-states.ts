import type { ArcRestriction } from './restrictions.ts'

/**
 * A state of the automaton for multi-way restrictions, which depend on how an arc was reached. All restriction paths
 * form a trie. The state of a vehicle is the longest path that ends with the arcs just driven, as in the Aho–Corasick
 * automaton. States of two or more arcs become copies of their last arc. Paths with a common prefix share the copies of
 * the prefix.
 */
export interface RestrictionState {
  readonly arc: number
  /** Number of arcs that the state remembers. */
  readonly depth: number
  readonly next: Map<number, RestrictionState>
  /** State of the longest proper suffix of the path, if one exists. */
  suffixState: RestrictionState | undefined
  readonly rules: ArcRestriction[]
  /** Index among the copies, or -1 if the state needs no copy. */
  copyIndex: number
}

export class RestrictionStates {
  private readonly roots = new Map<number, RestrictionState>()
  /** States that need a copy of their arc, by copy index. */
  readonly copies: RestrictionState[] = []

  constructor(restrictions: readonly ArcRestriction[]) {
    for (const restriction of restrictions) this.add(restriction)
    this.linkSuffixStates()
  }

  /** Returns the state of a vehicle that reached this arc without following a restriction path. */
  findStateAtArc(arc: number): RestrictionState | undefined {
    return this.roots.get(arc)
  }

  /**
   * Returns the state after the vehicle continues to an arc. The state is the longest remembered path that still
   * matches.
   */
  nextState(state: RestrictionState | undefined, arc: number): RestrictionState | undefined {
    for (let s = state; s; s = s.suffixState) {
      const next = s.next.get(arc)
      if (next) return next
    }
    return this.roots.get(arc)
  }

  /** Yields the rules of the state's path, then the rules of all shorter paths that are suffixes of this path. */
  *listRules(state: RestrictionState | undefined): Generator<readonly ArcRestriction[]> {
    for (let s = state; s; s = s.suffixState) yield s.rules
  }

  private add(restriction: ArcRestriction): void {
    let state: RestrictionState | undefined
    for (const arc of restriction.path) {
      const siblings: Map<number, RestrictionState> = state ? state.next : this.roots
      let child = siblings.get(arc)
      if (!child) {
        const depth: number = (state?.depth ?? 0) + 1
        child = { arc, depth, next: new Map(), suffixState: undefined, rules: [], copyIndex: -1 }
        if (depth > 1) child.copyIndex = this.copies.push(child) - 1
        siblings.set(arc, child)
      }
      state = child
    }
    state?.rules.push(restriction)
  }

  private linkSuffixStates(): void {
    let statesAtDepth = [...this.roots.values()]
    while (statesAtDepth.length > 0) {
      for (const state of statesAtDepth) {
        for (const [arc, child] of state.next) child.suffixState = this.nextState(state.suffixState, arc)
      }
      statesAtDepth = statesAtDepth.flatMap((state) => [...state.next.values()])
    }
  }
}
