const METERS_PER_MILE = 1609.344
const FEET_PER_METER = 3.28084

type Unit = 'kilometer' | 'meter' | 'mile' | 'foot' | 'day' | 'hour' | 'minute'

/**
 * Formats distances in the vendor's style: 1.2 km, 350 m, 0.7 mi, 200 ft. Other languages use their own separators and
 * units.
 */
export function formatDistance(meters: number, units: 'metric' | 'imperial', language: string): string {
  if (units === 'imperial') {
    const miles = meters / METERS_PER_MILE
    return miles < 0.1
      ? formatAmount(Math.round(meters * FEET_PER_METER), 'foot', language)
      : formatLongDistance(miles, 'mile', language)
  }
  return meters < 100
    ? formatAmount(Math.round(meters), 'meter', language)
    : formatLongDistance(meters / 1000, 'kilometer', language)
}

function formatLongDistance(value: number, unit: Unit, language: string): string {
  return value < 100
    ? formatAmount(Math.round(value * 10) / 10, unit, language, 1)
    : formatAmount(Math.round(value), unit, language)
}

/** Formats durations such as 1 min, 25 mins, 2 hours 5 mins or 1 day 3 hours. */
export function formatDuration(seconds: number, language: string): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const [days, hours, remainingMinutes] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  const count = (value: number, unit: 'day' | 'hour' | 'minute') => {
    if (value === 0) return []
    return [language === 'en' ? formatEnglishCount(value, unit) : formatAmount(value, unit, language)]
  }
  const parts =
    days > 0 ? [count(days, 'day'), count(hours, 'hour')] : [count(hours, 'hour'), count(remainingMinutes, 'minute')]
  return parts.flat().join(' ')
}

/** Formats a count with the English wording of the format. Other languages use their standard formatting. */
function formatEnglishCount(count: number, unit: 'day' | 'hour' | 'minute'): string {
  const name = unit === 'minute' ? 'min' : unit
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

const numberFormats = new Map<string, Intl.NumberFormat>()

/**
 * Formats an amount with Latin digits, like all numbers in a reply, because house numbers and road numbers on signs use
 * Latin digits too.
 */
function formatAmount(value: number, unit: Unit, language: string, decimals = 0): string {
  const key = `${language} ${unit} ${decimals}`
  let format = numberFormats.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      // In many languages, the short form of "day" is a single letter.
      unitDisplay: unit === 'day' ? 'long' : 'short',
      numberingSystem: 'latn',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    numberFormats.set(key, format)
  }
  return format.format(value)
}

/** Returns the instruction with the road name in bold, escaped for HTML. */
export function toHtmlInstruction(instruction: string, name: string): string {
  const escapedInstruction = escapeHtml(instruction)
  const road = escapeHtml(name)
  return road !== '' && escapedInstruction.includes(road)
    ? escapedInstruction.replace(road, () => `<b>${road}</b>`)
    : escapedInstruction
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
