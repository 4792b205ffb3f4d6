import { replacePoints } from '@fairway/geo'

/**
 * Rules that rewrite service messages about headers, fields and calls for users of the page. Unknown messages stay
 * unchanged.
 */
const rephrasings: readonly (readonly [RegExp, string])[] = [
  [/; try again after the number of seconds in Retry-After, or leave out by=road\b/g, '; wait, or turn off “By road”'],
  [/; try again after the number of seconds in Retry-After, or sign in\b/g, '; wait, or sign in'],
  [/, or try again after the number of seconds in Retry-After\b/g, ', or try again later'],
  [/[;,] try again after the number of seconds in Retry-After\b/g, ''],
  [/ within the number of seconds in Retry-After\b/g, ' soon afterward'],
  [/ \(see Retry-After\)/g, ''],
  [/, or leave out by=road\b/g, ', or turn off “By road”'],
  [
    /^This request requires an API key in the X-API-Key header; get one with POST \/v1\/account\/signup/,
    'This requires an API key; sign up for one under Account',
  ],
  [/\bor get one with POST \/v1\/account\/signup/g, 'or sign up for another one under Account'],
  [/\bThe key in X-API-Key\b/g, 'The key used by this console'],
  [
    /Sign in again, or send the challenge and the code from a new sign-in email \(POST \/account\/sign-in\)/,
    'Sign out and sign in again first',
  ],
  [/^confirm is (".*"), which is not the email address of this account; .*$/s, '$1 is not the address of this account'],
  [/^scopes\.(operations|origins|networks)\[\d+\] is\b/, 'The list of allowed $1 contains'],
  [/^scopes\.(operations|origins|networks) has\b/, 'The list of allowed $1 has'],
  [
    /^q is ".*"; it must have at most (\d+) characters; it has (\d+).*$/s,
    'This search text is too long: it has $2 characters, but the maximum is $1',
  ],
  [
    /^q is "([^"]*)", which is not a known kind of place; give words such as (.+?), give a category, or use \/v1\/geocode to find places by name/,
    '“$1” is not a known kind of place; try words such as $2, choose a category, or search for a name under Plan',
  ],
  [
    /^There is no road within (\d+) m of the position \(lat and lon\), so distances/,
    'There is no road within $1 m of this position, so distances',
  ],
  [/; leave out by=road(?=, or choose)/, '; turn off “By road”'],
  [/^q is "([^"]*)", which has\b/, '“$1” has'],
  [/ \(What to find: .*\)$/s, ''],
  [
    /^The trip is outside the operational design domain (\S+) \((.+?)\) because of the rule "area" at the (start \(from\)|destination \(to\)|stop via\[\d+\]) \[[^\]]*\] \(observed: outside; allowed: inside (.+?)\)(?=\. The )/,
    'The $3 is outside $4, the area covered by the domain $1 of $2',
  ],
  [
    /^The trip is outside the operational design domain (\S+) \((.+?)\) because of the rule "(.+?)"(.*?) \(observed: (.+?); allowed: (.+?)\)(?=\. The )/,
    'The trip is outside the domain $1 of $2 ($3$4): the value is $5; allowed: $6',
  ],
  [
    /; choose another position, or add (.+) to authorisations if you may fly there/g,
    '; choose another position, or add $1 to “Authorized zones” if you may fly there',
  ],
  [/^authorisations lists "(.*)", but/, '“Authorized zones” lists “$1”, but'],
  [/, (but|and) corridors is "only"(?=[;,])/g, ', $1 “Corridors” is “Require”'],
  [/; use "prefer" to fly directly/g, '; choose “Prefer” to fly directly'],
  [/ \(aircraft\.wind_limit_ms\)/g, ''],
  [/(?<=no terrain data )for the takeoff point\b/g, 'for the start'],
  [/(?<=as high as )at the takeoff point\b/g, 'at the start'],
  [/, which is assumed unless you give take_off_sea_m/g, ', which is assumed'],
  [
    /; use via to fly around them, or give take_off_sea_m if the takeoff point is higher than the nearest town/g,
    '; add stops to fly around them',
  ],
  [/, or check that its coordinates are in the order \[latitude, longitude\]/g, ''],
  [
    /^depart_at and arrive_by are both set; use only one of them/,
    'A departure time and an arrival time are both set; clear one of them',
  ],
]

/** Matches messages about the value or the position of a stop. The label of the stop replaces the field name. */
const stopFieldPattern =
  /^(from|to|via\[\d+\])(?= is (?:\[0, 0\]|".*", (?:which (?:is not a known port|is neither|the port table|was interpreted)|but there is no port))| was moved \d)/

function describeStop(field: string): string {
  if (field === 'from') return 'the start'
  if (field === 'to') return 'the destination'
  if (field === 'position') return 'the current position'
  if (field === 'point') return 'the position'
  // The service counts from 0, but the label of the box counts from 1.
  return `via ${Number(/\d+/.exec(field)?.[0]) + 1}`
}

export function rephraseForUsers(detail: string): string {
  const rephrased = rephrasings
    .reduce((message, [pattern, replacement]) => message.replace(pattern, replacement), detail)
    .replace(stopFieldPattern, (field) => capitalize(describeStop(field)))
  return replacePoints(rephrased, (field, isFirst) => (isFirst ? capitalize(describeStop(field)) : describeStop(field)))
}

export function capitalize(string: string): string {
  return string.charAt(0).toUpperCase() + string.slice(1)
}

/** Returns the nearest valid position that the error message contains. */
export function findNearestInside(message: string): readonly [number, number] | undefined {
  const match = /nearest point inside is \[(-?[\d.]+), (-?[\d.]+)\]/.exec(message)
  return match === null ? undefined : [Number(match[1]), Number(match[2])]
}
