import type { Tags } from './rules.ts'

/** Names of a road as guidance announces them. A missing name is an empty string. */
export interface RoadNames {
  readonly name: string
  readonly ref: string
  readonly pronunciation: string
  readonly exits: string
}

export function readNames(tags: Tags): RoadNames {
  return {
    name: tags.get('name') ?? '',
    ref: formatList(tags.get('ref'), ';'),
    pronunciation: tags.get('name:pronunciation') ?? '',
    exits: formatList(tags.get('junction:ref'), ';'),
  }
}

/** Formats a list uniformly. For example, `A1;E 30` becomes `A1; E 30`. */
export function formatList(list: string | undefined, separator: ';' | ','): string {
  if (list === undefined) return ''
  if (!list.includes(separator) && !list.includes('  ')) return list
  return list.replaceAll(separator, `${separator} `).replace(/\s+/g, ' ').trim()
}
