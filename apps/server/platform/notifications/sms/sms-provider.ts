import type { Config } from '../../config/config.ts'
import type { SmsProvider } from './sms-message.ts'
import { createTwilioProvider } from './twilio-provider.ts'
import { createWebhookProvider } from './webhook-provider.ts'

/**
 * Creates the configured SMS provider. Returns undefined if none is configured. No messages are queued in that case.
 */
export function createSmsProvider(config: Config): SmsProvider | undefined {
  const { textProvider, textWebhookUrl, textWebhookSecret, twilioAccountSid, twilioAuthToken, twilioFrom } = config
  if (textProvider === 'webhook' && textWebhookUrl && textWebhookSecret) {
    return createWebhookProvider({ url: textWebhookUrl, secret: textWebhookSecret })
  }
  if (textProvider === 'twilio' && twilioAccountSid && twilioAuthToken && twilioFrom) {
    const sender = twilioFrom.startsWith('MG') ? { messagingServiceSid: twilioFrom } : { from: twilioFrom }
    return createTwilioProvider({
      accountSid: twilioAccountSid,
      authToken: twilioAuthToken,
      sender,
      baseUrl: config.twilioUrl,
    })
  }
  return undefined
}
