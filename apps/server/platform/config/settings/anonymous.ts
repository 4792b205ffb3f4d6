import { booleanParser, integerParser, numberParser } from '../parsers.ts'
import { MAX_BUDGET_MS, MIN_BUDGET_MS } from '../plans.ts'
import { requiredSetting } from './setting.ts'

/** Requests without a key. */
export const anonymousSettings = {
  requireKey: requiredSetting(
    'FAIRWAY_REQUIRE_KEY',
    booleanParser,
    false,
    'Close the open beta: requests without a key get 401. Signup stays open.',
  ),
  anonymousPerSecond: requiredSetting(
    'FAIRWAY_ANONYMOUS_PER_SECOND',
    numberParser(0.01, 1_000_000),
    5,
    'Requests per second that an IP address may send without a key.',
  ),
  anonymousBurst: requiredSetting(
    'FAIRWAY_ANONYMOUS_BURST',
    integerParser(1, 10_000_000),
    100,
    'Burst of requests that an IP address may send without a key.',
  ),
  anonymousMatrixPoints: requiredSetting(
    'FAIRWAY_ANONYMOUS_MATRIX_POINTS',
    integerParser(2, 10_000),
    100,
    'Maximum number of points on each side of a matrix requested without a key.',
  ),
  anonymousBudgetMs: requiredSetting(
    'FAIRWAY_ANONYMOUS_BUDGET_MS',
    integerParser(MIN_BUDGET_MS, MAX_BUDGET_MS),
    2000,
    'Maximum search time of an optimization requested without a key. Longer budgets are lowered to this maximum.',
  ),
} as const
