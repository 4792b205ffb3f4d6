import type { DrawnMember, DrawnRelation, Tags } from './osm-writer.ts'

type Refs = string | readonly string[]

/**
 * Creates a turn restriction. `via` is a node if it is a single letter, otherwise one or several ways; `from` and `to`
 * are ways. `restriction('no_left_turn', 'AB', 'B', 'BC')`, `restriction('no_u_turn', 'AB', ['BC', 'CD'], 'DE')`.
 */
export function restriction(kind: string, from: Refs, via: Refs, to: Refs, tags: Tags = {}): DrawnRelation {
  return {
    tags: kind === '' ? { type: 'restriction', ...tags } : { type: 'restriction', restriction: kind, ...tags },
    members: [...membersOf('from', from), ...membersOf('via', via), ...membersOf('to', to)],
  }
}

function membersOf(role: string, refs: Refs): DrawnMember[] {
  return (typeof refs === 'string' ? [refs] : refs).map((ref) => [role, ref.length === 1 ? 'node' : 'way', ref])
}
