import { integerParser, numberParser } from '../parsers.ts'
import { MAX_DAYS } from '../plans.ts'
import { requiredSetting } from './setting.ts'

/** Signup, trials, audit logs and quota alerts. */
export const accountSettings = {
  trialDays: requiredSetting('FAIRWAY_TRIAL_DAYS', integerParser(1, MAX_DAYS), 7, 'Days until a trial key expires.'),
  signupsPerHour: requiredSetting(
    'FAIRWAY_SIGNUPS_PER_HOUR',
    integerParser(0, 1_000_000),
    5,
    'Maximum number of signups per hour from one network (an IPv4 address or an IPv6 /64 network), including signups for an email address that is already taken. 0: no limit.',
  ),
  auditDays: requiredSetting(
    'FAIRWAY_AUDIT_DAYS',
    integerParser(1, MAX_DAYS),
    365,
    'Number of days for which account audit logs are kept.',
  ),
  quotaAlertPct: requiredSetting(
    'FAIRWAY_QUOTA_ALERT_PCT',
    numberParser(1, 100),
    90,
    'Percentage of the monthly quota at which an SMS alert is sent, once a month.',
  ),
} as const
