/** Days of the week, numbered ones too: `Mo`, `Mo-Fr`, `Sa[1]`. */
const LISTED = String.raw`\b(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)(?:\[[^\]]*\])?`
const HOLIDAY = String.raw`\b(?:PH|SH)\b`

/** A comma after a time begins another rule, one after a day goes on with the list. */
const ruleEnds = new RegExp(String.raw`;|(?<=[\d+]),\s*(?=${HOLIDAY})`, 'i')
const firstInList = new RegExp(String.raw`${HOLIDAY}\s*,\s*`, 'gi')
const laterInList = new RegExp(String.raw`(?<=${LISTED})\s*,\s*${HOLIDAY}`, 'gi')
const holiday = new RegExp(HOLIDAY, 'i')

/**
 * A rule for a place whose holidays nobody knows: as if there were none. `Mo-Fr,PH 07:00-09:00; SH off` becomes
 * `Mo-Fr 07:00-09:00`; empty when it speaks of holidays alone.
 */
export function withoutHolidays(rule: string): string {
  if (!holiday.test(rule)) return rule
  return rule
    .split(ruleEnds)
    .map((part) => part.replace(firstInList, '').replace(laterInList, '').trim())
    .filter((part) => part !== '' && !holiday.test(part))
    .join('; ')
}
