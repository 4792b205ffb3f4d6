/** Weekdays, including numbered ones: `Mo`, `Mo-Fr`, `Sa[1]`. */
const DAY_IN_LIST = String.raw`\b(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)(?:\[[^\]]*\])?`
const HOLIDAY = String.raw`\b(?:PH|SH)\b`

/** A comma after a time starts another rule; a comma after a day continues the list. */
const ruleSeparator = new RegExp(String.raw`;|(?<=[\d+]),\s*(?=${HOLIDAY})`, 'i')
const firstHolidayInList = new RegExp(String.raw`${HOLIDAY}\s*,\s*`, 'gi')
const laterHolidayInList = new RegExp(String.raw`(?<=${DAY_IN_LIST})\s*,\s*${HOLIDAY}`, 'gi')
const holiday = new RegExp(HOLIDAY, 'i')

/**
 * Rewrites a rule for a place with unknown holidays, as if there were none. `Mo-Fr,PH 07:00-09:00; SH off` becomes
 * `Mo-Fr 07:00-09:00`. Returns an empty string when the rule only covers holidays.
 */
export function removeHolidays(rule: string): string {
  if (!holiday.test(rule)) return rule
  return rule
    .split(ruleSeparator)
    .map((rulePart) => rulePart.replace(firstHolidayInList, '').replace(laterHolidayInList, '').trim())
    .filter((rulePart) => rulePart !== '' && !holiday.test(rulePart))
    .join('; ')
}
