const METERS_PER_MILE = 1609.344
const FEET_PER_METER = 3.28084

/** As the format writes them: 1.2 km, 350 m, 0.7 mi, 200 ft. */
export function distanceText(meters: number, units: 'metric' | 'imperial'): string {
  if (units === 'imperial') {
    const miles = meters / METERS_PER_MILE
    return miles < 0.1 ? `${Math.round(meters * FEET_PER_METER)} ft` : `${grouped(miles)} mi`
  }
  return meters < 100 ? `${Math.round(meters)} m` : `${grouped(meters / 1000)} km`
}

function grouped(value: number): string {
  return value < 100 ? (Math.round(value * 10) / 10).toFixed(1) : Math.round(value).toLocaleString('en-US')
}

/** 1 min, 25 mins, 2 hours 5 mins, 1 day 3 hours. */
export function durationText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  const parts = days > 0 ? [word(days, 'day'), word(hours, 'hour')] : [word(hours, 'hour'), word(rest, 'min')]
  return parts.filter((part) => part !== '').join(' ')
}

function word(count: number, name: string): string {
  return count === 0 ? '' : `${count} ${name}${count === 1 ? '' : 's'}`
}

/** Our instruction with the name of the road in bold, safe to be put into a page. */
export function htmlInstruction(instruction: string, name: string): string {
  const text = escapeHtml(instruction)
  const road = escapeHtml(name)
  return road !== '' && text.includes(road) ? text.replace(road, () => `<b>${road}</b>`) : text
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
