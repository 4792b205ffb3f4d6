import type { Authority, Validity, WeeklySlot, ZoneRule } from '../../model.ts'
import { type Fields, isObject, requireValue } from '../fields.ts'
import { EVERY_DAY, makeSlot, parseClock, readDays, type SlotMoment, toEndOfDay } from '../hours.ts'
import { readPeriod } from '../instants.ts'

/** Restrictions of ED-269 and its successor ED-318. Both spellings of "authorisation" occur in both formats. */
const restrictionRules: ReadonlyMap<string, ZoneRule> = new Map<string, ZoneRule>([
  ['PROHIBITED', 'prohibited'],
  ['REQ_AUTHORISATION', 'authorisation'],
  ['REQ_AUTHORIZATION', 'authorisation'],
  ['CONDITIONAL', 'conditional'],
  ['NO_RESTRICTION', 'none'],
  // Flying in U-space requires an authorization from its provider (EU 2021/664, article 6).
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
  const allowedNames = [...restrictionRules.keys()].filter((name) => name !== 'REQ_AUTHORIZATION')
  const rule = fields.oneOf(name, restrictionRules, allowedNames)
  return requireValue(rule, fields, name, allowedNames.join(', '))
}

/** Reads validity periods with their schedules. An empty list means always. */
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
    const validPeriod = readPeriod(period, 'startDateTime', 'endDateTime')
    return { ...(!isPermanent && validPeriod), weekly: period.oneOrMore('schedule').map(readSlot) }
  })
  const isAlwaysActive = validities.some(
    ({ fromMs, untilMs, weekly }) => fromMs === undefined && untilMs === undefined && weekly.length === 0,
  )
  return isAlwaysActive ? [] : validities
}

function readSlot(fields: Fields): WeeklySlot {
  const days = fields.has('day') ? readDays(fields, 'day') : EVERY_DAY
  const from = readMoment(fields, 'startTime', 'startEvent') ?? { minute: 0, utcOffsetMinutes: 0 }
  const to = readMoment(fields, 'endTime', 'endEvent') ?? { minute: 1440, utcOffsetMinutes: 0 }
  return makeSlot(days, from, 'minute' in to ? toEndOfDay(to) : to)
}

function readMoment(fields: Fields, time: string, event: string): SlotMoment | undefined {
  const sunEvent = fields.oneOf(event, daylightEvents)
  if (sunEvent !== undefined) return { kind: 'sun', event: sunEvent, offsetMinutes: 0 }
  const clockTime = fields.string(time)
  if (clockTime === undefined) return undefined
  return parseClock(clockTime) ?? fields.reject(time, 'a time of day such as 08:00:00Z')
}

export function readAuthorities(fields: Fields): Authority[] {
  return fields.oneOrMore('zoneAuthority').map((authority): Authority => {
    const candidateNames = ['name', 'service', 'contactName'].map((name) => readLocalizedString(authority, name))
    const [phone, email, url] = ['phone', 'email', 'siteURL'].map((name) => authority.string(name) || undefined)
    const name =
      candidateNames.find((candidate) => candidate !== undefined) ??
      email ??
      url ??
      phone ??
      'an authority without a name'
    return { name, ...(phone && { phone }), ...(email && { email }), ...(url && { url }) }
  })
}

/** Reads a string that may be in multiple languages. English is preferred over the first language. */
export function readLocalizedString(fields: Fields, name: string): string | undefined {
  const value = fields.get(name)
  if (!Array.isArray(value)) return fields.string(name) || undefined
  const translations = value.map((translation: unknown, index) => {
    if (!isObject(translation) || (translation.text !== undefined && typeof translation.text !== 'string')) {
      return fields.reject(`${name}[${index}]`, 'an object with text and lang', translation)
    }
    return {
      text: typeof translation.text === 'string' ? translation.text.trim() : '',
      lang: String(translation.lang ?? ''),
    }
  })
  const nonEmptyTranslations = translations.filter(({ text }) => text !== '')
  return (nonEmptyTranslations.find(({ lang }) => /^en/i.test(lang)) ?? nonEmptyTranslations[0])?.text
}

export function readMessage(fields: Fields): string | undefined {
  const conditions = fields.get('restrictionConditions')
  const listedConditions = Array.isArray(conditions)
    ? conditions.filter((condition) => typeof condition === 'string').join(' ')
    : undefined
  const parts = [readLocalizedString(fields, 'message'), listedConditions ?? fields.string('restrictionConditions')]
  const messages = parts.filter((part): part is string => part !== undefined && part.trim() !== '')
  return messages.length === 0 ? undefined : [...new Set(messages)].join(' ')
}
