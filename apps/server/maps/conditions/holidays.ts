/** Pattern of a weekday or kind of holiday, optionally with numbers: `Mo`, `PH`, `Sa[1]`. */
const DAY_IN_LIST = String.raw`\b(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)(?:\[[^\]]*\])?`
const HOLIDAY_PATTERN = String.raw`\b(?:PH|SH)\b`

/**
 * Pattern of the separator between two rules. A comma after a time starts another rule, but a comma after a day
 * continues the list.
 */
const ruleSeparatorPattern = new RegExp(String.raw`;|(?<=[\d+]),\s*(?=${HOLIDAY_PATTERN})`, 'i')
const firstHolidayInListPattern = new RegExp(String.raw`${HOLIDAY_PATTERN}\s*,\s*`, 'gi')
const laterHolidayInListPattern = new RegExp(String.raw`(?<=${DAY_IN_LIST})\s*,\s*${HOLIDAY_PATTERN}`, 'gi')
const holidayPattern = new RegExp(HOLIDAY_PATTERN, 'i')

/**
 * Removes all holidays from a rule, for a place whose holidays are unknown. For example, `Mo-Fr,PH 07:00-09:00; SH off`
 * becomes `Mo-Fr 07:00-09:00`. Returns an empty string if the rule only covers holidays.
 */
export function removeHolidays(rule: string): string {
  if (!holidayPattern.test(rule)) return rule
  return rule
    .split(ruleSeparatorPattern)
    .map((rulePart) => rulePart.replace(firstHolidayInListPattern, '').replace(laterHolidayInListPattern, '').trim())
    .filter((rulePart) => rulePart !== '' && !holidayPattern.test(rulePart))
    .join('; ')
}
