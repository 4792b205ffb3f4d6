import {
  baseUrlParser,
  choiceParser,
  integerParser,
  senderParser,
  signingSecretParser,
  stringParser,
  urlParser,
} from '../parsers.ts'
import { optionalSetting, requiredSetting } from './setting.ts'

/** Email and SMS. */
export const notificationSettings = {
  smtpUrl: optionalSetting(
    'FAIRWAY_SMTP_URL',
    urlParser('smtp', 'smtps'),
    'Mail server for sign-in codes, such as smtp://user:password@mail.example:587. Without it, the codes are logged.',
    true,
  ),
  mailFrom: requiredSetting(
    'FAIRWAY_MAIL_FROM',
    senderParser,
    'Fairway <fairway@localhost>',
    'Sender of email messages.',
  ),
  textProvider: requiredSetting(
    'FAIRWAY_TEXT_PROVIDER',
    choiceParser('none', 'webhook', 'twilio'),
    'none',
    'SMS provider.',
  ),
  smsPerAccount: requiredSetting(
    'FAIRWAY_SMS_PER_ACCOUNT',
    integerParser(0, 1_000_000),
    5,
    'Maximum number of SMS messages per day (UTC) for one account, including codes and alerts. 0: no limit.',
  ),
  smsPerNumber: requiredSetting(
    'FAIRWAY_SMS_PER_NUMBER',
    integerParser(0, 1_000_000),
    5,
    'Maximum number of SMS messages per day (UTC) to one phone number, across all accounts. 0: no limit.',
  ),
  smsPerDay: requiredSetting(
    'FAIRWAY_SMS_PER_DAY',
    integerParser(0, 100_000_000),
    1000,
    'Maximum number of SMS messages per day (UTC) in total, on all servers that share the database. Codes may use 80 % of this number; the remaining 20 % is reserved for alerts. 0: no limit.',
  ),
  textWebhookUrl: optionalSetting(
    'FAIRWAY_TEXT_WEBHOOK_URL',
    urlParser('http', 'https'),
    'URL that the webhook provider posts to.',
    true,
  ),
  textWebhookSecret: optionalSetting(
    'FAIRWAY_TEXT_WEBHOOK_SECRET',
    signingSecretParser,
    'Secret used to sign webhook requests.',
    true,
  ),
  twilioAccountSid: optionalSetting('FAIRWAY_TWILIO_ACCOUNT_SID', stringParser, 'Twilio account SID.'),
  twilioAuthToken: optionalSetting('FAIRWAY_TWILIO_AUTH_TOKEN', stringParser, 'Twilio auth token.', true),
  twilioFrom: optionalSetting(
    'FAIRWAY_TWILIO_FROM',
    stringParser,
    'Twilio sender: a phone number, or a messaging service (MG…).',
  ),
  twilioUrl: requiredSetting('FAIRWAY_TWILIO_URL', baseUrlParser, 'https://api.twilio.com', 'Base URL of Twilio.'),
} as const
