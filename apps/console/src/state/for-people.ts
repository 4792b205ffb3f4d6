/**
 * The service speaks to programs: of headers, fields and calls. Whoever reads it on a page has none of these before their
 * eyes and is told what can be done here. What is not known here stays as it is.
 */
const rules: readonly (readonly [RegExp, string])[] = [
  [/[;,] (?:wait for|try again after) the seconds in Retry-After\b/g, ''],
  [/, or leave out by=road\b/g, '; or turn “By road” off'],
  [
    /^This call needs a key in the header X-API-Key; get one with POST \/v1\/account\/signup/,
    'This needs a key; sign up for one under Account',
  ],
  [/\bor get one with POST \/v1\/account\/signup/g, 'or sign up for another one under Account'],
  [/\bThe key in X-API-Key\b/g, 'The key that these pages call with'],
  [
    /^q is ".*"; it must have at most (\d+) letters; it has (\d+).*$/s,
    'This is too long to look for: it may have $1 letters, and has $2',
  ],
  [/^q is "([^"]*)", which has\b/, '“$1” has'],
  [/ \(What to find: .*\)$/s, ''],
  [
    /^Outside the operational design domain (\S+) \((.+?)\): area at (from|to|via\[\d+\]) \[[^\]]*\]: observed outside, allowed inside ([^;]+)/,
    '$3 is outside of $4, all that the domain $1 of $2 covers',
  ],
  [
    /^Outside the operational design domain (\S+) \((.+?)\): (.+?): observed (.+?), allowed ([^;]+)/,
    'Outside of the domain $1 of $2 ($3): it is $4, and may be $5',
  ],
  [/^from is outside/, 'Where it starts is outside'],
  [/^to is outside/, 'Where it goes is outside'],
  [/^via\[\d+\] is outside/, 'A place in between is outside'],
]

export function forPeople(detail: string): string {
  return rules.reduce((text, [pattern, words]) => text.replace(pattern, words), detail)
}

/** The place that a refusal names as the nearest one that would do. */
export function nearestInside(text: string): readonly [number, number] | undefined {
  const found = /nearest point inside: \[(-?[\d.]+), (-?[\d.]+)\]/.exec(text)
  return found === null ? undefined : [Number(found[1]), Number(found[2])]
}
