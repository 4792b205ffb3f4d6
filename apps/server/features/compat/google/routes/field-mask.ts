/** Fields of a reply by name. `true` selects a field with all its nested fields. */
interface Tree {
  readonly [name: string]: Tree | true
}

/** Field mask such as `routes.duration,routes.legs.steps`. Only the listed fields are returned. */
export type FieldMask = Tree | true

/** Parses a field mask. Returns undefined if no field is given. */
export function parseFieldMask(text: string | undefined): FieldMask | undefined {
  const paths = (text ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
  if (paths.length === 0) return undefined
  if (paths.includes('*')) return true
  const tree: Record<string, unknown> = {}
  for (const path of paths) addPath(tree, path.split('.'))
  return tree as Tree
}

function addPath(tree: Record<string, unknown>, [name = '', ...remainingPath]: readonly string[]): void {
  if (tree[name] === true) return
  if (remainingPath.length === 0 || remainingPath[0] === '*') {
    tree[name] = true
    return
  }
  const subtree = (tree[name] ?? {}) as Record<string, unknown>
  tree[name] = subtree
  addPath(subtree, remainingPath)
}

/** Returns the first path of a mask that does not exist in replies. */
export function findUnknownPath(mask: FieldMask, knownFields: FieldMask): string | undefined {
  if (mask === true || knownFields === true) return undefined
  for (const [name, subtree] of Object.entries(mask)) {
    const knownBelow = Object.hasOwn(knownFields, name) ? knownFields[name] : undefined
    if (knownBelow === undefined) return name
    const path = findUnknownPath(subtree, knownBelow)
    if (path !== undefined) return `${name}.${path}`
  }
  return undefined
}

/** Returns the part of a reply that a mask selects. The mask applies to each element of a list. */
export function applyFieldMask(value: unknown, mask: FieldMask): unknown {
  if (mask === true || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element) => applyFieldMask(element, mask))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const subtree = Object.hasOwn(mask, name) ? mask[name] : undefined
      return subtree === undefined || field === undefined ? [] : [[name, applyFieldMask(field, subtree)]]
    }),
  )
}
