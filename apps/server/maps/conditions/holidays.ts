/** Pattern of weekdays, including numbered weekdays: `Mo`, `Mo-Fr`, `Sa[1]`. */
const DAY_IN_LIST = String.raw`\b(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)(?:\[[^\]]*\])?`
const HOLIDAY_PATTERN = String.raw`\b(?:PH|SH)\b`

/**
 * Pattern of the separator between two rules. A comma after a time starts another rule, but a comma after a day
 * continues the list.
 */
const ruleSeparator = new RegExp(String.raw`;|(?<=[\d+]),\s*(?=${HOLIDAY_PATTERN})`, 'i')
const firstHolidayInList = new RegExp(String.raw`${HOLIDAY_PATTERN}\s*,\s*`, 'gi')
const laterHolidayInList = new RegExp(String.raw`(?<=${DAY_IN_LIST})\s*,\s*${HOLIDAY_PATTERN}`, 'gi')
const holiday = new RegExp(HOLIDAY_PATTERN, 'i')

/**
 * Removes all holidays from a rule, for a place whose holidays are unknown. For example, `Mo-Fr,PH 07:00-09:00; SH off`
 * becomes `Mo-Fr 07:00-09:00`. Returns an empty string if the rule only covers holidays.
 */
export function removeHolidays(rule: string): string {
  if (!holiday.test(rule)) return rule
  return rule
    .split(ruleSeparator)
    .map((rulePart) => rulePart.replace(firstHolidayInList, '').replace(laterHolidayInList, '').trim())
    .filter((rulePart) => rulePart !== '' && !holiday.test(rulePart))
    .join('; ')
}
