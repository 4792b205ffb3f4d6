import type { IPublishPacket, MqttClient } from 'mqtt'
import { type MessageCounts, MessageQueue } from './message-queue.ts'
import { parsePositionMessage } from './position-message.ts'
import { type PushTarget, pushPositions } from './push-positions.ts'
import { type TopicPattern, toTopicPattern } from './topic-pattern.ts'

export interface MqttInputOptions extends PushTarget {
  /** URL of the broker, with user name and password if it needs them. */
  readonly brokerUrl: string
  readonly topic: string
  /** Client id. With an id, the broker keeps messages while the server is disconnected. */
  readonly clientId: string | undefined
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

export interface MqttStatus extends MessageCounts {
  readonly isConnected: boolean
}

const RECONNECT_MS = 1000
const CONNECT_TIMEOUT_MS = 10_000
/** Error that prevents the library from acknowledging a message, because the message is acknowledged later. */
const ACKNOWLEDGED_LATER = new Error('acknowledged when the positions are stored')

/** Receives positions from an external MQTT broker. The library is loaded only if a broker is configured. */
export class MqttInput {
  private readonly options: MqttInputOptions
  private readonly pattern: TopicPattern
  private readonly queue: MessageQueue
  private client: MqttClient | undefined
  /** Increases with every connection. Message ids of an earlier connection are no longer valid. */
  private connection = 0
  private problem: string | undefined = 'connecting'

  constructor(options: MqttInputOptions) {
    this.options = options
    this.pattern = toTopicPattern(options.topic)
    this.queue = new MessageQueue({ push: (positions) => pushPositions(options, positions), log: options.log })
  }

  /** Starts to connect without waiting for the broker, which may be unavailable. */
  async start(): Promise<void> {
    const { connect } = await import('mqtt')
    const { brokerUrl, clientId } = this.options
    const client = connect(brokerUrl, {
      ...(clientId !== undefined && { clientId, clean: false }),
      protocolVersion: 4,
      reconnectPeriod: RECONNECT_MS,
      connectTimeout: CONNECT_TIMEOUT_MS,
      resubscribe: false,
      // A wrong password may be corrected at the broker.
      reconnectOnConnackError: true,
    })
    this.client = client
    client.handleMessage = (packet, callback) => this.receive(client, packet, callback)
    client.on('connect', () => void this.subscribe(client))
    client.on('error', (error) => this.report(error.message))
    client.on('close', () => {
      this.connection++
      this.report('the connection is closed')
    })
  }

  async stop(): Promise<void> {
    await this.queue.stop()
    await this.client?.endAsync(true)
  }

  /** Returns 'ok' or the reason why positions are not received or stored. */
  describe(): string {
    return this.problem ?? this.queue.problem ?? 'ok'
  }

  getStatus(): MqttStatus {
    return { isConnected: this.problem === undefined, ...this.queue.getCounts() }
  }

  private async subscribe(client: MqttClient): Promise<void> {
    const { filter } = this.pattern
    try {
      const [grant] = await client.subscribeAsync(filter, { qos: 1 })
      if (grant && grant.qos > 1) throw new Error('the broker refused the subscription')
      this.problem = undefined
      this.options.log.info({ filter }, 'receiving positions by MQTT')
    } catch (error) {
      this.report(`cannot subscribe to ${filter}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  private receive(client: MqttClient, packet: IPublishPacket, readNext: (error?: Error) => void): void {
    const { topic, payload, qos, messageId } = packet
    const { connection } = this
    const acknowledge = () => {
      // The broker sends the message again on the next connection.
      if (connection !== this.connection || qos !== 1) return
      client.stream.write(toAcknowledgment(messageId ?? 0))
    }
    const content = parsePositionMessage(this.pattern, topic, payload.toString())
    this.queue.add({ topic, content, acknowledge }, () => readNext(qos === 1 ? ACKNOWLEDGED_LATER : undefined))
  }

  private report(problem: string): void {
    // A failed attempt reports its cause and then that the connection is closed. The cause is more useful.
    if (this.problem !== undefined && this.problem !== 'connecting') return
    this.problem = problem
    this.options.log.warn({ why: problem }, 'not connected to the MQTT broker')
  }
}

/** Returns a PUBACK packet (MQTT 3.1.1, section 3.4). The library acknowledges only the message that it handles. */
function toAcknowledgment(messageId: number): Buffer {
  return Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff])
}
