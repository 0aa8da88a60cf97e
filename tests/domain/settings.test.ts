import { describe, expect, it } from 'vitest'
import { CLOCK_WARNING_MS, clockOffset } from '#domain/clock.ts'
import {
  isSettingKey,
  readSetting,
  type Setting,
  settingBounds,
  type SettingKey,
  settingProblem,
  SETTINGS,
} from '#domain/settings.ts'

describe('settings', () => {
  it('have defaults within their own bounds', () => {
    for (const key of Object.keys(SETTINGS) as SettingKey[]) {
      expect([key, settingProblem(key, SETTINGS[key].default)]).toEqual([key, null])
      expect([key, readSetting({}, key)]).toEqual([key, SETTINGS[key].default])
    }
  })

  it('have the defaults of the business rules where nothing else was set', () => {
    expect([
      readSetting({}, 'business.timeZone'),
      readSetting({}, 'business.gstRegistered'),
      readSetting({}, 'fee.attempt'),
      readSetting({}, 'pay.emptyAsBags'),
      readSetting({}, 'start.leadDays'),
      readSetting({}, 'invoice.dueDays'),
    ]).toEqual(['Australia/Sydney', false, null, 0, 3, 7])
  })

  it('have none for a surcharge on a payment (P20)', () => {
    expect(Object.keys(SETTINGS).filter((key) => /surcharge/i.test(key))).toEqual([])
  })

  it('have the value that was set', () => {
    expect(readSetting({ 'fee.attempt': 12.5 }, 'fee.attempt')).toBe(12.5)
    expect(readSetting({ 'business.gstRegistered': true }, 'business.gstRegistered')).toBe(true)
  })

  it('fall back to the default where the stored value is out of bounds', () => {
    expect([
      readSetting({ 'start.leadDays': -1 }, 'start.leadDays'),
      readSetting({ 'business.timeZone': 'Mars/Base' }, 'business.timeZone'),
    ]).toEqual([3, 'Australia/Sydney'])
  })

  it.each([
    ['business.gstRegistered', 'yes'],
    ['start.leadDays', 61],
    ['start.leadDays', 1.5],
    ['start.leadDays', '3'],
    ['fee.attempt', -1],
    ['fee.attempt', 1.005],
    ['fee.attempt', 1_000_000.01],
    ['fee.attempt', '12'],
    ['business.timeZone', 'Sydney'],
    ['business.abn', '51824753557'],
    ['business.name', 'x'.repeat(201)],
    ['noPickup.cutoff', 'Sunday'],
    ['business.name', 'Bags\0'],
    ['business.name', 'Green\nBags'],
    ['business.email', 'office@half\ud800.example'],
    ['business.address', 'x'.repeat(301)],
    ['business.phone', 'call us'],
    ['business.phone', '9999 1234'],
    ['business.phone', '02 9999 12345'],
    ['business.state', 'nsw'],
    ['business.state', ''],
    ['bank.bsb', '06200'],
    ['bank.bsb', '062-0000'],
    ['bank.accountNumber', '12345'],
    ['bank.accountNumber', '12 345 678'],
    ['mail.quotation.subject', ' '],
    ['mail.quotation.subject', 'x'.repeat(201)],
    ['mail.quotation.subject', 'one\ntwo'],
    ['mail.quotation.text', 'Hello {firstName}, come to us.'],
    ['mail.caseAnswered.text', 'Hello {firstName}.'],
    ['mail.welcome.text', `{passwordLink}${'x'.repeat(4000)}`],
  ] as const)('%s refuses %j with a sentence', (key, value) => {
    expect(settingProblem(key, value)).toMatch(/\.$|^This field must be |^At most \$|^Money has /)
  })

  it('refuse a wrong number with the words of every form', () => {
    expect([-1, '12', 1.005, 1_000_000.01].map((value) => settingProblem('fee.attempt', value))).toEqual([
      'This field must be non-negative Number',
      'This field must be Number',
      'Money has at most two decimals',
      'At most $1,000,000',
    ])
    expect(settingProblem('start.leadDays', '3')).toBe('This field must be Number')
  })

  it.each([
    'office at bags',
    'office@bags',
    'a@b@bags.example',
    'office@bags..example',
    '.office@bags.example',
    'office@bags.example, x@y.example',
    '<office@bags.example>',
    'office@bags.e',
    'office@-bags.example',
    'Office <office@bags.example>',
  ])('refuse the email %j with the words of every form', (text) => {
    expect(settingProblem('business.email', text)).toBe('Invalid email address')
  })

  it.each([
    ['business.state', 'ACT'],
    ['business.email', 'office@bags.example'],
    ['business.address', '1 High Street\nWahroonga NSW 2076'],
    ['bank.bsb', '062-000'],
    ['bank.bsb', '062000'],
    ['bank.accountNumber', '12345678'],
    ['mail.quotation.subject', 'Your offer, {firstName}'],
    ['mail.quotation.text', 'Accept: {acceptLink}'],
    ['mail.welcome.text', '{passwordLink}'],
    ['bank.bsb', ''],
    ['business.email', ''],
    ['business.email', "o'brien+bags@green-bags.com.au"],
    ['business.phone', ''],
    ['business.phone', '(02) 9999 1234'],
    ['business.phone', '1300 123 456'],
    ['business.phone', '+61 412 345 678'],
  ] as const)('%s accepts %j', (key, value) => {
    expect(settingProblem(key, value)).toBeNull()
  })

  it('refuse what is just beyond the bounds they name, and accept what is exactly on them', () => {
    for (const key of Object.keys(SETTINGS) as SettingKey[]) {
      const setting: Setting = SETTINGS[key]
      const { max } = settingBounds(setting)
      if (max === null || setting.kind === 'email' || setting.kind === 'phone') continue
      const most =
        typeof setting.default === 'string'
          ? '{acceptLink}{passwordLink}{confirmLink}{answer}{change}{charges}{manageLink}{inviteLink}'
              .padEnd(max, 'x')
              .slice(0, max)
          : max
      expect([key, settingProblem(key, most)]).toEqual([key, null])
      expect(settingProblem(key, typeof most === 'string' ? `${most}x` : most + 1)).toMatch(/must be|At most/)
    }
  })

  it('accept a real ABN and an empty one', () => {
    expect([settingProblem('business.abn', '51 824 753 556'), settingProblem('business.abn', '')]).toEqual([null, null])
  })

  it('have no other keys', () => {
    expect(['business.name', 'toString', 'business.colour'].map(isSettingKey)).toEqual([true, false, false])
  })
})

describe('a phone’s clock', () => {
  it('is compared with the server’s, and the difference is positive when the phone is behind', () => {
    expect(clockOffset(new Date('2026-11-09T07:00:00.000Z'), new Date('2026-11-09T07:12:00.000Z'))).toBe(12 * 60_000)
    expect(clockOffset(new Date('2026-11-09T07:00:00.000Z'), new Date('2026-11-09T06:59:00.000Z'))).toBe(-60_000)
    expect(CLOCK_WARNING_MS).toBe(600_000)
  })
})
