import type { DrawnMember, DrawnRelation, Tags } from './osm-writer.ts'

type Refs = string | readonly string[]

/**
 * Creates a turn restriction between ways. `via` is a node if it is a single letter, otherwise one or more ways.
 * Examples: `makeRestriction('no_left_turn', 'AB', 'B', 'BC')`,
 * `makeRestriction('no_u_turn', 'AB', ['BC', 'CD'], 'DE')`.
 */
export function makeRestriction(kind: string, from: Refs, via: Refs, to: Refs, tags: Tags = {}): DrawnRelation {
  return {
    tags: kind === '' ? { type: 'restriction', ...tags } : { type: 'restriction', restriction: kind, ...tags },
    members: [...toMembers('from', from), ...toMembers('via', via), ...toMembers('to', to)],
  }
}

function toMembers(role: string, refs: Refs): DrawnMember[] {
  return (typeof refs === 'string' ? [refs] : refs).map((ref) => [role, ref.length === 1 ? 'node' : 'way', ref])
}
