import { describe, expect, test } from 'vitest'
import {
  baseUrlParser,
  booleanParser,
  choiceParser,
  integerParser,
  numberParser,
  type Parser,
  proxiesParser,
  SettingError,
  senderParser,
  signingSecretParser,
  stringParser,
  urlParser,
} from './parsers.ts'

function cases<T>(name: string, parse: Parser<T>, good: readonly [string, T][], bad: readonly string[]): void {
  describe(name, () => {
    test.each(good)('parses %j as %j', (given, value) => {
      expect(parse(given)).toEqual(value)
    })
    test.each(bad)('rejects %j with the expected value', (given) => {
      expect(() => parse(given)).toThrow(SettingError)
      expect(() => parse(given)).toThrow(`it must be ${parse.expects}`)
    })
  })
}

cases(
  'a whole number from 1 to 10',
  integerParser(1, 10),
  [
    ['1', 1],
    ['10', 10],
    [' 7 ', 7],
  ],
  ['', ' ', '0', '11', '-1', '1.5', 'one', 'NaN', 'Infinity', '1 2', '5s'],
)
cases(
  'a number from 0.5 to 2',
  numberParser(0.5, 2),
  [
    ['0.5', 0.5],
    ['2', 2],
    ['1e0', 1],
  ],
  ['', '0.49', '2.01', 'x', 'NaN', 'Infinity', '1,5'],
)
cases('a string', stringParser, [[' a b ', 'a b']], ['', '  '])
cases(
  'true or false',
  booleanParser,
  [
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['yes', true],
    ['on', true],
    ['false', false],
    ['0', false],
    ['No', false],
    ['off', false],
  ],
  ['', '2', 'y', 'maybe'],
)
cases('a word of a list', choiceParser('info', 'warn'), [['info', 'info']], ['', 'INFO', 'information', 'inf'])
cases(
  'an address',
  urlParser('http', 'https'),
  [
    ['https://example.com', 'https://example.com'],
    ['https://example.com/hook/', 'https://example.com/hook/'],
  ],
  ['', 'example.com', 'ftp://example.com', '//example.com', 'http://', 'javascript:alert(1)'],
)
cases(
  'an address that paths are put behind',
  baseUrlParser,
  [
    ['https://example.com', 'https://example.com'],
    ['https://example.com/', 'https://example.com'],
    ['http://localhost:8080/fairway//', 'http://localhost:8080/fairway'],
  ],
  ['', 'example.com', 'ftp://example.com', 'http://'],
)
cases(
  'a sender of mails',
  senderParser,
  [
    ['fairway@localhost', 'fairway@localhost'],
    ['Fairway <routes@example.com>', 'Fairway <routes@example.com>'],
  ],
  ['', 'foo', 'Fairway', 'a@b c', 'Fairway <routes@example.com>\nbcc: x@example.com'],
)
cases(
  'a secret that signs webhooks',
  signingSecretParser,
  [
    ['any text', 'any text'],
    ['whsec_c2VjcmV0', 'whsec_c2VjcmV0'],
  ],
  ['', 'whsec_', 'whsec_!!', 'whsec_abc'],
)
cases(
  'proxies in front',
  proxiesParser,
  [
    ['false', false],
    ['0', false],
    ['2', 2],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['10.0.0.0/8, 127.0.0.1', ['10.0.0.0/8', '127.0.0.1']],
    ['fd00::/8,::1', ['fd00::/8', '::1']],
  ],
  [
    '',
    'true',
    'yes',
    '-1',
    '1.5',
    'proxy.example.com',
    '10.0.0',
    '10.0.0.0/33',
    'fd00::/129',
    '300.0.0.1',
    'deadbeef',
    '10.0.0.1,',
  ],
)
