import { roadClassNames, surfaces } from '@fairway/road'
import { listLiterals } from '../../../../platform/http/schemas.ts'
import { MAX_AREA_CORNERS } from '../../models/read-condition.ts'
import { MAX_AREAS, MAX_RULES, MAX_TOTAL_CORNERS } from '../../models/read-model.ts'

export const modelExample = {
  rules: [
    { if: { road_class: ['motorway', 'trunk'] }, speed: { limit: 100 } },
    { if: { surface: 'cobblestone' }, speed: { multiply: 0.7 }, priority: { multiply: 0.5 } },
  ],
}

export const MODEL_DESCRIPTION = [
  `Custom rules that modify the profile: \`{"rules": [{"if": {…}, "speed": {…}, "priority": {…}}]}\` with 1 to ${MAX_RULES} rules, or the name of a model stored on this service.`,
  'Rules are applied in order, each to all roads that match every field of its `if`; `{}` matches all roads.',
  `Fields of \`if\`: \`road_class\` and \`surface\` (a name or a list), \`max_speed\` (\`{"min", "max"}\` of the speed limit in km/h), \`grade\` (\`{"min", "max"}\` of the steepest part in percent, positive uphill in the direction of travel; only on maps with elevation data), \`toll\`, \`tunnel\`, \`bridge\`, \`ford\`, \`unpaved\` (\`true\` or \`false\`), \`area\` (3 to ${MAX_AREA_CORNERS} corners; matches roads that touch it; at most ${MAX_AREAS} areas and ${MAX_TOTAL_CORNERS} corners in a model), \`time\` (opening hours as in OpenStreetMap, such as \`Mo-Fr 07:00-09:00\`, in the local time of the map; the rule applies to the whole trip if the departure is within these hours).`,
  '`speed` has `limit` (1 to 250 km/h), `multiply` (0.05 to 10) or both; `priority` has `multiply` (0.01 to 100, below 1 for roads to avoid). Traffic never makes a road faster than the speed that the model gives it.',
  `Road classes: ${listLiterals(roadClassNames)}. Surfaces: ${listLiterals(surfaces)}.`,
].join(' ')
