import type { Authority, Validity, WeeklySlot, ZoneRule } from '../../model.ts'
import { type Fields, isObject, required } from '../fields.ts'
import { EVERY_DAY, makeSlot, parseClock, readDays, type SlotMoment, toEndOfDay } from '../hours.ts'
import { readStretch } from '../instants.ts'

/** What ED-269 and its successor ED-318 have in common. Both spellings of "authorisation" occur in both. */
export const restrictionRules: ReadonlyMap<string, ZoneRule> = new Map<string, ZoneRule>([
  ['PROHIBITED', 'prohibited'],
  ['REQ_AUTHORISATION', 'authorisation'],
  ['REQ_AUTHORIZATION', 'authorisation'],
  ['CONDITIONAL', 'conditional'],
  ['NO_RESTRICTION', 'none'],
  // Flying in U-space requires an authorization of its provider (EU 2021/664, article 6).
  ['USPACE', 'authorisation'],
])

type SunEvent = Extract<SlotMoment, { kind: 'sun' }>['event']

const daylightEvents: ReadonlyMap<string, SunEvent> = new Map<string, SunEvent>([
  ['BMCT', 'morning-twilight'],
  ['SR', 'sunrise'],
  ['SS', 'sunset'],
  ['EECT', 'evening-twilight'],
])

export function readRule(fields: Fields, name: string): ZoneRule {
  const shown = [...restrictionRules.keys()].filter((word) => word !== 'REQ_AUTHORIZATION')
  const rule = fields.oneOf(name, restrictionRules, shown)
  return required(rule, fields, name, shown.join(', '))
}

/** Validity periods with their schedules; an empty list means always. */
export function readApplicability(fields: Fields, name: string): Validity[] {
  const validities = fields.oneOrMore(name).map((period): Validity => {
    const isPermanent =
      period.oneOf(
        'permanent',
        new Map([
          ['YES', true],
          ['NO', false],
        ]),
      ) ?? false
    const stretch = readStretch(period, 'startDateTime', 'endDateTime')
    return { ...(!isPermanent && stretch), weekly: period.oneOrMore('schedule').map(readSlot) }
  })
  const isAlways = validities.some(
    ({ fromMs, untilMs, weekly }) => fromMs === undefined && untilMs === undefined && weekly.length === 0,
  )
  return isAlways ? [] : validities
}

function readSlot(fields: Fields): WeeklySlot {
  const days = fields.has('day') ? readDays(fields, 'day') : EVERY_DAY
  const from = readMoment(fields, 'startTime', 'startEvent') ?? { minute: 0, aheadMinutes: 0 }
  const to = readMoment(fields, 'endTime', 'endEvent') ?? { minute: 1440, aheadMinutes: 0 }
  return makeSlot(days, from, 'minute' in to ? toEndOfDay(to) : to)
}

function readMoment(fields: Fields, time: string, event: string): SlotMoment | undefined {
  const sun = fields.oneOf(event, daylightEvents)
  if (sun !== undefined) return { kind: 'sun', event: sun, offsetMinutes: 0 }
  const text = fields.text(time)
  if (text === undefined) return undefined
  return parseClock(text) ?? fields.refuse(time, 'a time of day such as 08:00:00Z')
}

export function readAuthorities(fields: Fields): Authority[] {
  return fields.oneOrMore('zoneAuthority').map((one): Authority => {
    const names = ['name', 'service', 'contactName'].map((name) => readTexts(one, name))
    const [phone, email, url] = ['phone', 'email', 'siteURL'].map((name) => one.text(name) || undefined)
    const name = names.find((text) => text !== undefined) ?? email ?? url ?? phone ?? 'an authority without a name'
    return { name, ...(phone && { phone }), ...(email && { email }), ...(url && { url }) }
  })
}

/** A string, or a string in several languages, of which English is preferred over the first. */
export function readTexts(fields: Fields, name: string): string | undefined {
  const value = fields.get(name)
  if (!Array.isArray(value)) return fields.text(name) || undefined
  const texts = value.map((one: unknown, index) => {
    if (!isObject(one) || (one.text !== undefined && typeof one.text !== 'string')) {
      return fields.refuse(`${name}[${index}]`, 'an object with text and lang', one)
    }
    return { text: typeof one.text === 'string' ? one.text.trim() : '', lang: String(one.lang ?? '') }
  })
  const filled = texts.filter(({ text }) => text !== '')
  return (filled.find(({ lang }) => /^en/i.test(lang)) ?? filled[0])?.text
}

export function readMessage(fields: Fields): string | undefined {
  const conditions = fields.get('restrictionConditions')
  const listed = Array.isArray(conditions) ? conditions.filter((one) => typeof one === 'string').join(' ') : undefined
  const parts = [readTexts(fields, 'message'), listed ?? fields.text('restrictionConditions')]
  const said = parts.filter((part): part is string => part !== undefined && part.trim() !== '')
  return said.length === 0 ? undefined : [...new Set(said)].join(' ')
}
