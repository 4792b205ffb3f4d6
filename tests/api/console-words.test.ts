import { expect, test } from 'vitest'
import { findNearestInside, rephraseForUsers } from '../../apps/console/src/state/error-messages.ts'
import { avProblems } from '../../apps/server/features/road/av/failures.ts'
import { httpProblems } from '../../apps/server/platform/http/http-problems.ts'
import { NO_TERRAIN } from '../support/operations/drone.ts'

const forPrograms = /Retry-After|X-API-Key|POST |GET |\/v1\/|observed/

test('mentions no headers or API calls on a page in any common error', () => {
  for (const { detail, example } of Object.values(httpProblems)) {
    const text = rephraseForUsers((detail as (failure: unknown) => string)(example))
    if (/key|limit/i.test(text)) expect(text).not.toMatch(forPrograms)
  }
  expect(
    rephraseForUsers(
      'The service is already planning as many flights as it can; try again after the number of seconds in Retry-After',
    ),
  ).toBe('The service is already planning as many flights as it can')
})

test('reports the nearest point inside for a route that leaves the domain, as a sentence and as a point', () => {
  const { detail, example } = avProblems['outside-odd']
  const text = rephraseForUsers(detail(example))
  expect(text).toBe(
    'The destination is outside Centre of Montevideo, the area covered by the domain montevideo-sample of Sample operator. The nearest point inside is [-34.886102, -56.121523], 3.6 km away. The service does not engage.',
  )
  expect(findNearestInside(text)).toEqual([-34.886102, -56.121523])
  expect(findNearestInside('to is more than 500 m from any road')).toBeUndefined()
  const weather = detail({
    ...example,
    rule: 'weather',
    where: undefined,
    observed: 'snow',
    allowed: 'clear, rain',
    nearest: undefined,
  })
  expect(rephraseForUsers(weather)).toBe(
    'The trip is outside the domain montevideo-sample of Sample operator (weather): the value is snow; allowed: clear, rain. The service does not engage.',
  )
})

test('calls the takeoff point of a planned flight the start', () => {
  expect(rephraseForUsers(NO_TERRAIN)).toBe(
    'terrain was not checked, because there is no terrain data for the start; altitudes are measured from that point, and the ground is assumed to be flat',
  )
})

test('does not call the search text q', () => {
  const what = '(What to find: an address, a place. At least 2 letters or digits)'
  expect(rephraseForUsers(`q is "xx…"; it must have at most 200 characters; it has 400 ${what}`)).toBe(
    'This search text is too long: it has 400 characters, but the maximum is 200',
  )
  expect(rephraseForUsers('q is "--", which has 0 letters or digits; a search needs at least 2')).toBe(
    '“--” has 0 letters or digits; a search needs at least 2',
  )
})

test('leaves unknown messages unchanged', () => {
  for (const text of ['to is more than 500 m from any road', 'email is "nobody"; give a valid email address'])
    expect(rephraseForUsers(text)).toBe(text)
})
