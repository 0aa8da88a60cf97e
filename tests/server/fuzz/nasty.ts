/** Texts that have broken servers. */
export const NASTY_TEXTS: readonly string[] = [
  "'; drop table customers; --",
  "' or '1'='1",
  '1; select pg_sleep(10)--',
  "\\'; copy users to '/tmp/x'",
  '$$; select 1; $$',
  "E'\\x41'",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}<%= 7*7 %>',
  '../../../../etc/passwd',
  'C:\\Windows\\system32',
  'line\r\nSet-Cookie: a=b',
  '\u202egnp.tohp',
  '\u200b\u200c\ufeff',
  '👨‍👩‍👧‍👦🏳️‍🌈',
  'Z̸̢̛͎a̵l̷g̶o̴',
  '％００',
  '%s%n%x%d',
  '%_%',
  '\\',
  '"',
  "'",
  '`',
  '\t',
  ' ',
  '',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0',
  '1e309',
  '٣٤٥',
  'İıſK',
  '\uffff',
  '(((((((((((((((((((((((((((((((((a',
  'a'.repeat(5_000),
  '=cmd|calc!A0',
]

/** What PostgreSQL can't keep: to be refused wherever a text is kept. */
export const UNKEEPABLE: readonly string[] = ['a\0b', '\0', 'a\ud800b', '\udc00', '\ud800\ud800']

export const NUMBERS: readonly number[] = [-1, -0, 0, 0.1, 0.005, 1e-7, 1.5, 99, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e15, 1e21, 1e308, -1e308, 5e-324, 2200.5, 19.999999999]

export const WRONG_KINDS: readonly unknown[] = [true, false, 'a text', 17, 0.5, [], {}, null, [[]], { a: 1 }, ['a', 1], [null], '17', 'true']

/** What must not be had by naming it. */
export const FORBIDDEN_FIELDS: readonly string[] = [
  'role', 'status', 'accountBalance', 'balance', 'userID', 'version', 'createdAt', 'passwordHash', 'isAdmin', 'disabledAt', 'signsIn', 'actorID', 'amountCents', '__proto__', 'constructor', 'prototype',
  'toString', 'hasOwnProperty', '$where', 'length', '', ' ', 'a.b', 'xsrf', 'sessionID',
]

/** Written into the text of JSON, where a value should stand. */
export const NO_JSON: readonly string[] = ['NaN', 'Infinity', '-Infinity', '0x10', '01', '+1', '.5', '1.', 'undefined', "'single'", '1,', '"\\x41"', '"\n"', '{"a":1,}', '/**/1', '"\\ud83d']
/** Allowed by JSON, and no value of ours. */
export const ODD_JSON: readonly string[] = ['1e999', '-1e999', '123456789012345678901234567890', '{"a":1,"a":2}', '"\\ud83d\\ud83d"', '-0', '1E+2']

export const BROKEN_UTF8: readonly Buffer[] = [Buffer.of(0xff), Buffer.of(0xc0, 0x80), Buffer.of(0xed, 0xa0, 0x80), Buffer.of(0xf8, 0x88, 0x80, 0x80, 0x80), Buffer.of(0xe2, 0x82), Buffer.of(0x80)]

/** In place of an id, as they stand in an address. */
export const NO_IDS: readonly string[] = [
  '%00', '..%2f..%2fetc%2fpasswd', '%2e%2e', '%2F', "'%20or%201=1--", '00000000-0000-0000-0000-000000000000', 'null', 'undefined', '-1', '0', '1e9', '%F0%9F%9A%AE', '{customerID}', 'x'.repeat(300), 'x'.repeat(2000),
  '%3Cscript%3E', '*', '%25', '%', '%zz', '%E0%A4%A', '%FF', '%C0%80', '..;', '%5c..%5c', 'a%0d%0ab', '01a1f945-2f85-7107-9311-62da0831ef9', '01a1f945-2f85-7107-9311-62da0831ef99%20', '01a1f945_2f85_7107_9311_62da0831ef99',
]

export const CONTENT_TYPES: readonly string[] = ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'application/jsonp', 'json', '', ';;;', 'text/csv', 'application/json, text/plain', 'application/octet-stream']

export const METHODS: readonly string[] = ['PATCH', 'TRACE', 'HEAD', 'OPTIONS', 'PURGE', 'PROPFIND', 'get', 'FOO', 'GET', 'POST', 'PUT', 'DELETE']
