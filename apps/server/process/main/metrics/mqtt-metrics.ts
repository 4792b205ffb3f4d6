import { Counter, Gauge, type Registry } from 'prom-client'
import type { MqttStatus } from '../../../features/tracking/mqtt/mqtt-input.ts'

/** Adds the Prometheus metrics of positions from an MQTT broker, if one is configured. */
export function addMqttMetrics(registry: Registry, findStatus: () => MqttStatus | undefined): void {
  if (!findStatus()) return
  new Gauge({
    name: 'fairway_mqtt_connected',
    help: 'Whether the server is subscribed at the MQTT broker: 1 or 0.',
    registers: [registry],
    collect() {
      this.set(findStatus()?.isConnected ? 1 : 0)
    },
  })
  new Counter({
    name: 'fairway_mqtt_messages_total',
    help: 'Messages from the MQTT broker, by outcome. Ignored messages contain no position.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      const { stored = 0, rejected = 0, ignored = 0 } = findStatus() ?? {}
      this.reset()
      for (const [outcome, count] of Object.entries({ stored, rejected, ignored })) this.inc({ outcome }, count)
    },
  })
}
