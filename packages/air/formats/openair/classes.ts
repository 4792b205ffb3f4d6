import type { ZoneRule } from '../../model.ts'

/**
 * Rules for drones by OpenAir airspace class (AC) and type (AY). If a class or type has no exact equivalent, the
 * stricter interpretation applies. Airspace that requires a clearance for aircraft therefore requires an authorization
 * for drones.
 */
const classesByRule: Readonly<Record<ZoneRule, string>> = {
  prohibited: 'P PROHIBITED NFZ TFR',
  authorisation:
    'R RESTRICTED CTR CTA TMA A B C D ATZ MATZ MCTR MTMA MTA TRA TSA UTA LTA OCA NOTAM GP NP ADIZ USPACE PROTECT',
  conditional: 'Q DANGER DA RMZ TMZ TIZ TIA TRZ HTZ FFVL FFVP ZSM MTR ASRA ACTIVITY SPORT ALERT WARNING',
  none: 'E F G W GSEC WAVE FIR UIR FIS FIS_SECTOR VFRSEC VFRR ACC SUA NSEC OFR CUSTOM UNC UNCLASSIFIED UNKNOWN NONE N OTHER AWY LOWER UPPER',
}

export const openAirRules: ReadonlyMap<string, ZoneRule> = new Map(
  Object.entries(classesByRule).flatMap(([rule, classes]) =>
    classes.split(' ').map((airClass): [string, ZoneRule] => [airClass, rule as ZoneRule]),
  ),
)

const unspecifiedTypes = new Set(['UNC', 'UNCLASSIFIED', 'UNKNOWN', 'NONE', 'N', 'OTHER', 'CUSTOM'])
const rulesByStrictness: readonly ZoneRule[] = ['none', 'conditional', 'authorisation', 'prohibited']

/**
 * Finds the rule. If both class and type are given, the stricter one applies, because airspace of class G may also be a
 * restricted area.
 */
export function findOpenAirRule(airClass: string, type: string | undefined): ZoneRule | undefined {
  const classRule = openAirRules.get(airClass.toUpperCase())
  if (type === undefined || unspecifiedTypes.has(type.toUpperCase())) return classRule
  const typeRule = openAirRules.get(type.toUpperCase())
  if (classRule === undefined || typeRule === undefined) return undefined
  return rulesByStrictness.indexOf(typeRule) > rulesByStrictness.indexOf(classRule) ? typeRule : classRule
}
