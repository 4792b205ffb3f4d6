/** Part of a JSON schema that decides which values it is meant for. */
export interface BranchShape {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, BranchShape>>
  readonly items?: BranchShape
  readonly required?: readonly string[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly BranchShape[]
  readonly oneOf?: readonly BranchShape[]
}

/** Returns the alternatives of a schema, or undefined if it has none. */
export function getBranches<S extends BranchShape>(
  schema: S & { readonly anyOf?: readonly S[]; readonly oneOf?: readonly S[] },
): readonly S[] | undefined {
  return schema.anyOf ?? schema.oneOf
}

/**
 * Returns the alternative that a value is meant for: the first one that accepts the value, or else the first one of its
 * type, so that a value with a mistake still has an alternative. Returns undefined if no alternative has the type.
 */
export function findBranch<S extends BranchShape>(branches: readonly S[], value: unknown): S | undefined {
  return branches.find((branch) => isAccepted(branch, value)) ?? branches.find((branch) => hasTypeOf(branch, value))
}

/** Checks the shape of a value, but not its strings, because a string may still have another spelling. */
function isAccepted(schema: BranchShape, value: unknown): boolean {
  const branches = getBranches(schema)
  if (branches) return branches.some((branch) => isAccepted(branch, value))
  if (!hasTypeOf(schema, value)) return false
  if (typeof value === 'number') return value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value)
  if (Array.isArray(value)) {
    const { items, minItems = 0, maxItems = value.length } = schema
    // The first item is enough to tell lists apart, and a list can be long.
    return (
      value.length >= minItems && value.length <= maxItems && (!items || !value.length || isAccepted(items, value[0]))
    )
  }
  const { required = [] } = schema
  return typeof value !== 'object' || value === null || required.every((name) => Object.hasOwn(value, name))
}

function hasTypeOf(schema: BranchShape, value: unknown): boolean {
  const branches = getBranches(schema)
  if (branches) return branches.some((branch) => hasTypeOf(branch, value))
  const type = schema.type ?? (schema.properties ? 'object' : schema.items ? 'array' : undefined)
  if (type === undefined) return true
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === (type === 'integer' ? 'number' : type)
}
