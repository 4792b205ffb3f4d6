/** Rule that modifies the profile, in the format of the service. */
interface ModelRule {
  readonly if: Readonly<Record<string, unknown>>
  readonly speed?: Readonly<Record<string, number>>
  readonly priority?: Readonly<Record<string, number>>
}

interface ModelPreset {
  readonly name: string
  readonly title: string
  readonly rules: readonly ModelRule[]
}

const busyRoads = ['motorway', 'motorway_link', 'trunk', 'trunk_link', 'primary', 'primary_link']

/** Starting points for custom rules. Links contain the preset names, so the names must not change. */
export const modelPresets: readonly ModelPreset[] = [
  { name: 'quiet', title: 'Quiet roads', rules: [{ if: { road_class: busyRoads }, priority: { multiply: 0.2 } }] },
  { name: 'paved', title: 'Paved roads', rules: [{ if: { unpaved: true }, priority: { multiply: 0.05 } }] },
  { name: 'surface', title: 'Few tunnels', rules: [{ if: { tunnel: true }, priority: { multiply: 0.1 } }] },
  { name: 'slow', title: 'At most 80 km/h', rules: [{ if: {}, speed: { limit: 80 } }] },
]

export function findPreset(name: string): ModelPreset | undefined {
  return modelPresets.find((preset) => preset.name === name)
}

/**
 * Converts the value of the option, which is the name of a preset or JSON, to a model. Returns undefined for invalid
 * JSON.
 */
export function toModel(value: string): unknown {
  const preset = findPreset(value)
  if (preset !== undefined) return { rules: preset.rules }
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

const conditionNames = [
  'road_class',
  'surface',
  'max_speed',
  'grade',
  'toll',
  'tunnel',
  'bridge',
  'ford',
  'unpaved',
  'area',
]
const MAX_RULES = 200

/** Returns an error message for an invalid model, or undefined. The service validates the values. */
export function findModelError(json: string): string | undefined {
  let model: unknown
  try {
    model = JSON.parse(json)
  } catch (error) {
    return `This is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`
  }
  const rules = isObject(model) ? model.rules : undefined
  if (!Array.isArray(rules)) return 'A model is an object with a list of rules: {"rules": [ … ]}.'
  if (rules.length === 0 || rules.length > MAX_RULES)
    return `The model has ${rules.length} rules; give 1 to ${MAX_RULES}.`
  for (const [index, rule] of rules.entries()) {
    const problem = findRuleError(rule)
    if (problem !== undefined) return `Rule ${index + 1}: ${problem}`
  }
  return undefined
}

function findRuleError(rule: unknown): string | undefined {
  if (!isObject(rule)) return 'must be an object.'
  const { if: condition, speed, priority, ...others } = rule
  const [unknownName] = Object.keys(others)
  if (unknownName !== undefined) return `“${unknownName}” is unknown; use only “if”, “speed” and “priority”.`
  if (!isObject(condition)) return 'needs “if”; {"if": {}} matches all roads.'
  const wrongCondition = Object.keys(condition).find((name) => !conditionNames.includes(name))
  if (wrongCondition !== undefined) return `“${wrongCondition}” is unknown; use only ${conditionNames.join(', ')}.`
  if (speed === undefined && priority === undefined) return 'needs “speed” or “priority”.'
  return findEffectError('speed', speed, ['limit', 'multiply']) ?? findEffectError('priority', priority, ['multiply'])
}

function findEffectError(name: string, effect: unknown, allowedFields: readonly string[]): string | undefined {
  if (effect === undefined) return undefined
  const entries = isObject(effect) ? Object.entries(effect) : []
  const hasRightNumbers =
    entries.length > 0 && entries.every(([key, value]) => allowedFields.includes(key) && typeof value === 'number')
  return hasRightNumbers
    ? undefined
    : `“${name}” needs numbers: ${allowedFields.map((key) => `{"${key}": 0.5}`).join(' or ')}.`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
