import { expect, test } from 'vitest'
import { removeHolidays } from './holidays.ts'

test.each([
  ['Mo-Fr 07:00-19:00', 'Mo-Fr 07:00-19:00'],
  ['Mo-Fr 07:00-09:00; PH off', 'Mo-Fr 07:00-09:00'],
  ['Mo-Fr,PH 07:00-09:00; SH off', 'Mo-Fr 07:00-09:00'],
  ['Mo-Sa,SH,PH 07:00-09:00', 'Mo-Sa 07:00-09:00'],
  ['PH,Su 10:00-12:00', 'Su 10:00-12:00'],
  ['Su,Ph', 'Su'],
  ['Sa[1],PH 10:00-12:00', 'Sa[1] 10:00-12:00'],
  // The comma starts an additional rule here. If it continued the list of times, `off` would close the road all week.
  ['Mo-Fr 08:00-12:00, PH off', 'Mo-Fr 08:00-12:00'],
  ['PH', ''],
  ['PH,SH 10:00-12:00', ''],
  ['SH Mo-Fr 08:00-12:00', ''],
  ['PH -1 day', ''],
])('turns %j without holidays into %j', (rule, rest) => expect(removeHolidays(rule)).toBe(rest))
