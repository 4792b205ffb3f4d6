import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkMailAddress } from '../../platform/notifications/mail/mail-address.ts'
import { parseEmail, parsePhone } from './contact.ts'

describe('email addresses', () => {
  test.each([
    ['anna@example.com', 'anna@example.com'],
    ['  Anna@Example.COM \n', 'anna@example.com'],
    ['anna+fairway@example.com', 'anna+fairway@example.com'],
    ["o'brien@example.co.uk", "o'brien@example.co.uk"],
    ['a.b-c_d@sub.domain.example', 'a.b-c_d@sub.domain.example'],
    ['1@1.example', '1@1.example'],
    ['anna@münchen.de', 'anna@xn--mnchen-3ya.de'],
    ['ANNA@MÜNCHEN.DE', 'anna@xn--mnchen-3ya.de'],
    ['anna@xn--mnchen-3ya.de', 'anna@xn--mnchen-3ya.de'],
    ['anna@例え.jp', 'anna@xn--r8jz45g.jp'],
    ['anna@例え.テスト', 'anna@xn--r8jz45g.xn--zckzah'],
    ['anna@ｅｘａｍｐｌｅ．ｃｏｍ', 'anna@example.com'],
    ['josé@example.com', 'josé@example.com'],
    ['jose\u0301@example.com', 'josé@example.com'],
    ['JOSE\u0301@EXAMPLE.COM', 'josé@example.com'],
    ['J\u030cana@example.com', 'ǰana@example.com'],
    ['用户@example.com', '用户@example.com'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('are normalized from %j to %j', (given, acceptedCount) => {
    expect(parseEmail(given)).toBe(acceptedCount)
  })

  test.each([
    '',
    ' ',
    '@',
    'anna',
    'anna@',
    '@example.com',
    'anna@localhost',
    'anna@example',
    'anna@example.c',
    'anna@example.123',
    'anna@127.0.0.1',
    'anna@[127.0.0.1]',
    'anna@0x7f.1',
    'anna@exam ple.com',
    'an na@example.com',
    'anna@@example.com',
    'anna@bob@example.com',
    '"anna"@example.com',
    'anna(comment)@example.com',
    'Anna <anna@example.com>',
    'anna@example.com, bob@example.com',
    'anna@example.com;bob@example.com',
    '.anna@example.com',
    'anna.@example.com',
    'an..na@example.com',
    'anna@.example.com',
    'anna@example..com',
    'anna@example.com.',
    'anna@-example.com',
    'anna@example-.com',
    'anna@exa_mple.com',
    'anna@example.com/path',
    'anna@example.com\\path',
    'anna@example.com?query',
    'anna@example.com#fragment',
    'anna@example.com:25',
    'anna@ex%61mple.com',
    'anna@exam\nple.com',
    'anna@exam\tple.com',
    'an\u0000na@example.com',
    'an\u200bna@example.com',
    'an\u202ena@example.com',
    'an\ud800na@example.com',
    'an\u00a0na@example.com',
    'an\ue000na@example.com',
    'anna@example.com\r\nbcc: all@example.com',
    `${'a'.repeat(65)}@example.com`,
    `anna@${'a'.repeat(64)}.com`,
    `anna@${'abc.'.repeat(65)}com`,
    `${'a'.repeat(64)}@${`${'ü'.repeat(44)}.`.repeat(4)}example`,
  ])('rejects %j', (given) => {
    expect(parseEmail(given)).toBeUndefined()
  })

  const writings = fc
    .tuple(
      fc.string({ unit: fc.constantFrom(...'abzAZ09.+-_éÉßİıΣςǰJ\u030c\u0301ﬁＡ用'), minLength: 1, maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(...'abAB01-.üÜßﬁａ例%/ \u00ad'), minLength: 1, maxLength: 12 }),
      fc.constantFrom('.com', '.EXAMPLE', '.de', ''),
    )
    .map(([local, domain, end]) => `${local}@${domain}${end}`)

  test('are unchanged when a normalized address is parsed again', () => {
    let acceptedCount = 0
    fc.assert(
      fc.property(writings, (given) => {
        const email = parseEmail(given)
        if (email === undefined) return
        acceptedCount++
        expect(parseEmail(email)).toBe(email)
        expect(parseEmail(` ${email} `)).toBe(email)
      }),
      { numRuns: 2000 },
    )
    expect(acceptedCount).toBeGreaterThan(200)
  })

  test('are accepted only when the mailer can send to them', () => {
    const anything = fc.tuple(fc.string({ unit: 'binary', maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 8 }))
    fc.assert(
      fc.property(
        fc.oneof(
          writings,
          anything.map(([local, domain]) => `a${local}@a${domain}.com`),
        ),
        (given) => {
          const email = parseEmail(given)
          if (email !== undefined) expect(() => checkMailAddress(email)).not.toThrow()
        },
      ),
      { numRuns: 1500 },
    )
  })
})

describe('phone numbers', () => {
  test.each([
    ['+59821234567', '+59821234567'],
    ['+598 2 123 4567', '+59821234567'],
    ['00598 2 123 4567', '+59821234567'],
    ['+1 (500) 555-0006', '+15005550006'],
    ['+49/30/12.34-56 78', '+493012345678'],
    [' +44 20 7946 0958 ', '+442079460958'],
    ['+1234567', '+1234567'],
    ['+123456789012345', '+123456789012345'],
  ])('parses %j as %j', (given, acceptedCount) => {
    expect(parsePhone(given)).toBe(acceptedCount)
    expect(parsePhone(acceptedCount)).toBe(acceptedCount)
  })

  test.each([
    '',
    '+',
    '12',
    '0301234567',
    '5005550006',
    '+123456',
    '+1234567890123456',
    '+0123456789',
    '0001234567',
    '++15005550006',
    '+1 500 555 0006 ext 7',
    '+1500555000six',
    'tel:+15005550006',
    '+١٢٣٤٥٦٧٨٩',
    '+1,500,555,0006',
    '+15005550006\u0000',
  ])('rejects %j', (given) => {
    expect(parsePhone(given)).toBeUndefined()
  })
})
