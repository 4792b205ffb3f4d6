import { integerParser, sourcesParser } from '../parsers.ts'
import { requiredSetting } from './setting.ts'

/** Live speeds from feeds and from tracked vehicles. */
export const trafficSettings = {
  trafficFeeds: requiredSetting(
    'FAIRWAY_TRAFFIC_FEEDS',
    sourcesParser,
    [],
    'Paths and URLs of traffic feeds, separated by commas, or a JSON list in the configuration file. A feed contains segment speeds, WZDx work zones or incidents.',
    true,
  ),
  trafficRefreshSeconds: requiredSetting(
    'FAIRWAY_TRAFFIC_REFRESH_SECONDS',
    integerParser(1, 86_400),
    60,
    'How often feeds at URLs are refreshed. Changes to files take effect within a second.',
  ),
  trafficMaxAgeMinutes: requiredSetting(
    'FAIRWAY_TRAFFIC_MAX_AGE_MINUTES',
    integerParser(0, 10_080),
    15,
    'Age at which live speeds start to lose weight; at twice this age, they are ignored. 0: live speeds never age.',
  ),
  fleetSpeedAccounts: requiredSetting(
    'FAIRWAY_FLEET_SPEED_ACCOUNTS',
    integerParser(1, 1000),
    2,
    'Minimum number of accounts whose tracked vehicles must drive on a road before their speeds become the live speed of the road. At 1, a single account can fake a live speed.',
  ),
} as const
