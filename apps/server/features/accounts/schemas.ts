import { Type } from 'typebox'
import { planNames } from '../../platform/config/plans.ts'
import {
  InstantSchema,
  NullableSchema,
  OneOfSchema,
  SingleLineSchema,
  WarningsSchema,
} from '../../platform/http/schemas.ts'
import {
  accountExample,
  areaUsageExample,
  issuedKeyExample,
  keysExample,
  revokedKeyExample,
  signInExample,
  signupExample,
  usageExample,
} from './examples.ts'

const Email = Type.String({ maxLength: 254, description: 'The email address of the account.' })
export const Phone = Type.String({
  maxLength: 32,
  description: 'Mobile number with country code, for the SMS that is sent before the monthly limit is reached.',
})
const PlanField = OneOfSchema(planNames, { description: 'The plan of the account.' })

const LiveTracking = Type.Object(
  {
    web_polls_per_s: Type.Number(),
    api_live_polls_per_s: NullableSchema(Type.Number({ description: '`null` if not included in the plan.' })),
    gps_push_per_s: NullableSchema(Type.Number({ description: '`null` if not included in the plan.' })),
    max_assets: Type.Integer(),
  },
  { 'x-name': 'LiveTrackingLimits' },
)

export const SignupBody = Type.Object(
  {
    email: Email,
    name: Type.Optional(SingleLineSchema(200, 'Name of the person or company.')),
    phone: Type.Optional(Phone),
    plan: Type.Optional(
      OneOfSchema(planNames, {
        description:
          'You can sign up only for `trial`; `free` is an older name for it here. The operator assigns the other plans.',
        default: 'trial',
      }),
    ),
  },
  { examples: [{ email: 'you@example.com', name: 'Ada' }] },
)

const AccountFields = {
  id: Type.String(),
  email: Type.String(),
  plan: PlanField,
  created_at: InstantSchema('When the account was created.'),
  expires_at: NullableSchema(InstantSchema('When the trial ends; `null` if there is no end date.')),
}

const Limits = Type.Object(
  {
    routes_per_month: Type.Integer(),
    per_second: Type.Number(),
    burst: Type.Integer({ description: 'Maximum number of requests in a burst.' }),
    live_tracking: LiveTracking,
  },
  { 'x-name': 'Limits' },
)

export const SignupReply = Type.Object(
  {
    account: Type.Object(AccountFields),
    api_key: Type.String({ description: 'The key. It is shown only once. Send it in the `X-API-Key` header.' }),
    limits: Limits,
    warnings: WarningsSchema,
  },
  { examples: [signupExample] },
)

const UsageCount = {
  calls: Type.Integer({ description: 'Successful requests.' }),
  routes: Type.Integer({ description: 'Routes counted against the quota.' }),
}

export const UsageReply = Type.Object(
  {
    plan: PlanField,
    quota: Type.Object(
      {
        routes_per_month: Type.Integer(),
        used: Type.Integer(),
        remaining: Type.Integer(),
        resets_at: InstantSchema('When the quota resets: the start of the next month, UTC.'),
      },
      { 'x-name': 'Quota' },
    ),
    rate: Type.Object({ per_second: Type.Number(), burst: Type.Integer() }),
    usage: Type.Object({
      by_operation: Type.Array(Type.Object({ operation: Type.String(), ...UsageCount })),
      by_day: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...UsageCount })),
    }),
    live_tracking: LiveTracking,
    phone_alert: Type.Object({
      phone: NullableSchema(
        Type.String({ description: 'The mobile number of the account, with all but the last digits hidden.' }),
      ),
      at_pct: Type.Number({ description: 'Percentage of the quota at which the SMS is sent.' }),
      enabled: Type.Boolean({
        description: '`true` if the account has a confirmed number and the service has an SMS provider.',
      }),
    }),
    warnings: WarningsSchema,
  },
  { examples: [usageExample] },
)

const SharesTraffic = Type.Boolean({
  description:
    'Whether vehicle speeds from this account may be used anonymously as live speeds on roads that several vehicles use.',
})

const KeyIdentity = {
  id: Type.String(),
  hint: Type.String({ description: 'The last four characters of the key.' }),
  label: NullableSchema(Type.String()),
  created_at: InstantSchema('When the key was created.'),
  network: NullableSchema(
    Type.String({ description: 'The network from which the key was created: an IPv4 address or an IPv6 /64 network.' }),
  ),
}
const UnkeptKey = Type.Object(KeyIdentity)

export const PhoneProved = Type.Boolean({
  description:
    'Whether the number was confirmed with a code. Until the number is confirmed, it receives no alerts, and requests from the account get no priority.',
})

export const AccountReply = Type.Object(
  {
    account: Type.Object(
      {
        ...AccountFields,
        name: NullableSchema(Type.String()),
        phone: NullableSchema(Type.String()),
        phone_proved: PhoneProved,
        shares_traffic: SharesTraffic,
        proved_at: NullableSchema(
          InstantSchema('When the owner first signed in; `null` if the owner has not signed in yet.'),
        ),
      },
      { 'x-name': 'Account' },
    ),
    limits: Limits,
    unkept_keys: Type.Array(UnkeptKey, {
      description: 'Keys that were created with the address before its owner first signed in. Keep or revoke each key.',
    }),
    warnings: WarningsSchema,
  },
  { 'x-name': 'AccountReply', examples: [accountExample] },
)

const scopeList = (description: string) => NullableSchema(Type.Array(Type.String({ maxLength: 253 }), { description }))
const ScopeFields = {
  operations: scopeList('Ids of the operations that the key may use; `null` if the key may use all operations.'),
  origins: scopeList(
    'Origins of the web pages that may use the key; requests without an `Origin` header are refused. `null` if any client may use the key.',
  ),
  networks: scopeList(
    'IP addresses and networks (in CIDR notation) from which the key may be used; `null` if the key may be used from anywhere.',
  ),
}
const KeyFields = Type.Object(
  {
    ...KeyIdentity,
    state: OneOfSchema(['active', 'expiring', 'expired', 'revoked'] as const),
    expires_at: NullableSchema(InstantSchema('When the key expires; `null` if the key does not expire.')),
    revoked_at: NullableSchema(InstantSchema('When the key was revoked.')),
    kept: Type.Boolean({
      description:
        '`false` for a key from signup that neither the owner nor the operator has accepted. Such a key has the limits of the trial plan and can access only data that was created with that key.',
    }),
    scopes: Type.Object(ScopeFields, { 'x-name': 'KeyScopes', description: 'What the key may be used for.' }),
  },
  { 'x-name': 'Key' },
)
export const KeysReply = Type.Object(
  { keys: Type.Array(KeyFields), warnings: WarningsSchema },
  { examples: [keysExample] },
)
export const KeyReply = Type.Object(
  { key: KeyFields, warnings: WarningsSchema },
  { 'x-name': 'KeyReply', examples: [revokedKeyExample] },
)
export const IssuedKeyReply = Type.Object(
  {
    key: KeyFields,
    api_key: Type.String({ description: 'The key. It is shown only once. Send it in the `X-API-Key` header.' }),
    warnings: WarningsSchema,
  },
  { 'x-name': 'IssuedKeyReply', examples: [issuedKeyExample] },
)
export const KeyParams = Type.Object({ id: Type.String({ maxLength: 64, description: 'The id of a key.' }) })
const Label = SingleLineSchema(100, 'What the key is for.')
const Restrictions = {
  scopes: Type.Optional(
    NullableSchema(
      Type.Object(
        {
          operations: Type.Optional(ScopeFields.operations),
          origins: Type.Optional(ScopeFields.origins),
          networks: Type.Optional(ScopeFields.networks),
        },
        {
          'x-name': 'KeyScopesRequest',
          description: 'What the key may be used for. A list has at most 50 entries; `null` removes a restriction.',
        },
      ),
    ),
  ),
  expires_at: Type.Optional(NullableSchema(InstantSchema('When the key expires; `null` if the key does not expire.'))),
}
export const CreateKeyBody = Type.Object(
  { label: Type.Optional(Label), ...Restrictions },
  { examples: [{ label: 'delivery app', scopes: { operations: ['route', 'geocode'] } }] },
)
export const UpdateKeyBody = Type.Object(
  { label: Type.Optional(NullableSchema(Label)), ...Restrictions },
  { examples: [{ label: 'night shift', scopes: { networks: ['203.0.113.0/24', '2001:db8::/32'] } }] },
)
export const RotateKeyBody = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 720,
        default: 24,
        description: 'Number of hours that the old key remains valid alongside the new one.',
      }),
    ),
  },
  { examples: [{ overlap_hours: 48 }] },
)

export const SignInBody = Type.Object({ email: Email }, { examples: [{ email: 'you@example.com' }] })
export const SignInReply = Type.Object(
  {
    challenge: Type.String({ description: 'Send this value back together with the code.' }),
    expires_at: InstantSchema('When the code expires.'),
    detail: Type.String(),
    warnings: WarningsSchema,
  },
  { examples: [signInExample] },
)
export const VerifyBody = Type.Object(
  {
    challenge: SingleLineSchema(64, 'The `challenge` from the reply to `POST /account/sign-in`.'),
    code: Type.String({ maxLength: 16, description: 'The six-digit code from the sign-in email.' }),
  },
  { examples: [{ challenge: 'sgn_0123456789abcdefghijklmn', code: '123456' }] },
)
export const SignOutReply = Type.Object(
  { signed_out: Type.Boolean(), warnings: WarningsSchema },
  { examples: [{ signed_out: true }] },
)

export const AreaUsageQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 366, default: 31, description: 'Number of days to look back.' }),
  ),
})
export const AreaUsageReply = Type.Object(
  {
    usage: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), operation: Type.String(), ...UsageCount })),
    quota: UsageReply.properties.quota,
    warnings: WarningsSchema,
  },
  { examples: [areaUsageExample] },
)

export const SharingBody = Type.Object({ shares_traffic: SharesTraffic }, { examples: [{ shares_traffic: false }] })
export const SharingReply = Type.Object(
  { shares_traffic: SharesTraffic, warnings: WarningsSchema },
  { examples: [{ shares_traffic: false }] },
)
