const ASSET_PLACEHOLDER = '{asset}'

/** Topics of position messages: an MQTT topic filter in which one level may be the reference or id of the asset. */
export interface TopicPattern {
  /** Filter for the subscription. */
  readonly filter: string
  /** Returns the name of the asset in a topic, or undefined if the pattern has no level for the asset. */
  findAsset(topic: string): string | undefined
}

/** Converts a pattern such as `owntracks/+/{asset}`, which the configuration has validated. */
export function toTopicPattern(pattern: string): TopicPattern {
  const levels = pattern.split('/')
  // Messages of a shared subscription have the topic without the prefix `$share/GROUP`.
  const topicLevels = levels[0] === '$share' ? levels.slice(2) : levels
  const assetLevel = topicLevels.indexOf(ASSET_PLACEHOLDER)
  return {
    filter: levels.map((level) => (level === ASSET_PLACEHOLDER ? '+' : level)).join('/'),
    findAsset: (topic) => (assetLevel < 0 ? undefined : topic.split('/')[assetLevel]),
  }
}
