import { booleanParser, choiceParser, integerParser, stringParser, topicPatternParser, urlParser } from '../parsers.ts'
import { liveRateScopes } from '../plans.ts'
import { optionalSetting, requiredSetting } from './setting.ts'

/** Live tracking: rates, webhooks, positions over MQTT and streams. */
export const trackingSettings = {
  liveRateScope: requiredSetting(
    'FAIRWAY_LIVE_RATE_SCOPE',
    choiceParser(...liveRateScopes),
    'asset',
    "Whether the plan's rates for live polling requests and position pushes apply to each asset or to the whole account.",
  ),
  webhookPrivateTargets: requiredSetting(
    'FAIRWAY_WEBHOOK_PRIVATE_TARGETS',
    booleanParser,
    false,
    'Allow customer webhooks to use http URLs and addresses on private networks, such as your own. Never enable this where customers must not reach such addresses.',
  ),
  mqttUrl: optionalSetting(
    'FAIRWAY_MQTT_URL',
    urlParser('mqtt', 'mqtts', 'ws', 'wss'),
    'MQTT broker from which positions are received, such as mqtts://user:password@broker.example. Default: none.',
    true,
  ),
  mqttTopic: requiredSetting(
    'FAIRWAY_MQTT_TOPIC',
    topicPatternParser,
    'owntracks/+/{asset}',
    'Topics of the positions: a topic filter in which {asset} is the reference or the id of the asset. To share the messages among several servers, use $share/fairway/owntracks/+/{asset}. Without {asset}, each position must name its asset.',
  ),
  mqttKey: optionalSetting(
    'FAIRWAY_MQTT_KEY',
    stringParser,
    'API key of the account whose assets receive the positions from the MQTT broker.',
    true,
  ),
  mqttClientId: optionalSetting(
    'FAIRWAY_MQTT_CLIENT_ID',
    stringParser,
    'Client id at the MQTT broker, different for each server. With an id, the broker keeps messages while the server is disconnected. Default: a random id, without this guarantee.',
  ),
  streamsPerAccount: requiredSetting(
    'FAIRWAY_STREAMS_PER_ACCOUNT',
    integerParser(1, 1_000_000),
    100,
    'Maximum number of open live position streams and WebSockets per account on each server.',
  ),
} as const
