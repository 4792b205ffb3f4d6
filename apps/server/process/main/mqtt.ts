import type { Logger } from 'pino'
import { MqttInput, type MqttStatus } from '../../features/tracking/mqtt/mqtt-input.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Component } from '../component.ts'

/** Positions from an MQTT broker. The component is inactive if no broker is configured. */
export class MqttPositions implements Component {
  readonly name = 'MQTT'
  private readonly input: MqttInput | undefined

  constructor(config: Config, log: Logger) {
    const { mqttUrl, mqttTopic, mqttKey, mqttClientId } = config
    if (mqttUrl === undefined || mqttKey === undefined) return
    this.input = new MqttInput({
      brokerUrl: mqttUrl,
      topic: mqttTopic,
      clientId: mqttClientId,
      url: toOwnUrl(config),
      key: mqttKey,
      log,
    })
  }

  async start(): Promise<void> {
    await this.input?.start()
  }

  async stop(): Promise<void> {
    await this.input?.stop()
  }

  /** Returns 'ok' or the reason why positions are not received or stored. */
  describe(): string {
    return this.input?.describe() ?? 'ok'
  }

  /** Returns the status, or undefined if no broker is configured. */
  findStatus(): MqttStatus | undefined {
    return this.input?.getStatus()
  }
}

/** Returns the URL at which this process reaches its own HTTP threads. */
function toOwnUrl({ host, port }: Config): string {
  const reachableHost = host === '0.0.0.0' || host === '' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachableHost.includes(':') ? `[${reachableHost}]` : reachableHost}:${port}`
}
