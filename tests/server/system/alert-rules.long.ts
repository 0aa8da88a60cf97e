import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ALERT_KINDS, BACKUP_STALE_MS, DISK_SHORT_BYTES, MAIL_WAITS_MS } from '#domain/alerts.ts'
import {
  BULK_ACT_LONG_MS,
  BULK_MAIL_WAITS_MS,
  EXCEPTION_WAITS_MS,
  LANE_QUIET_MS,
  STANDBY_BEHIND_BYTES,
  UNSENT_LONG_MS,
} from '#domain/system.ts'
import { FIGURES } from '#server/system/figures.ts'
import { hasPromtool } from '../../../src/tools/shared/outside-programs.mjs'

const FOLDER = path.join(import.meta.dirname, '../../../src/deploy')
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8')
const rules = read('prometheus-rules.yml')
const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' })
  return { status, told: stdout + stderr }
}
/** The expression of an alert, in one line. */
const ruleOf = (alert: string) =>
  new RegExp(`- alert: ${alert}\\n(?:\\s+#[^\\n]*\\n)*\\s+expr: ([^]+?)\\n\\s+(?:for|labels):`)
    .exec(rules)?.[1]
    ?.replace(/\s+/g, ' ')

describe.skipIf(!hasPromtool())('promtool', () => {
  test('accepts the alert rules', () => {
    expect(promtool('check', 'rules', 'prometheus-rules.yml')).toMatchObject({ status: 0 })
  })

  test('finds that the rules raise what they should, and nothing else', () => {
    expect(promtool('test', 'rules', 'prometheus-rules.test.yml')).toMatchObject({ status: 0 })
  })
})

describe('The files for Prometheus and Grafana', () => {
  test.each([
    ['BagrunStandbyBehind', STANDBY_BEHIND_BYTES],
    ['BagrunBackupStale', BACKUP_STALE_MS / 1_000],
    ['BagrunMailsLate', MAIL_WAITS_MS / 1_000],
    ['BagrunBulkMailsLate', BULK_MAIL_WAITS_MS / 1_000],
    ['BagrunExceptionsLate', EXCEPTION_WAITS_MS / 1_000],
    ['BagrunBulkActLate', BULK_ACT_LONG_MS / 1_000],
    ['BagrunWorkLate', LANE_QUIET_MS / 1_000],
    ['BagrunDiskShort', DISK_SHORT_BYTES],
  ])('%s has the limit of Settings, System', (alert, limit) => {
    expect(/[<>] (\d+)\b/.exec(ruleOf(alert) ?? '')?.[1]).toBe(String(limit))
  })

  test('The phones that are counted hold records for as long as the label says', () => {
    expect(ruleOf('BagrunPhonesUnsent')).toContain(`older="${UNSENT_LONG_MS / 3_600_000}h"`)
  })

  test('Every figure and every kind of alert that they name is told by the metrics', () => {
    const ours = [
      ...FIGURES.map(({ name }) => name),
      'bagrun_build_info',
      'bagrun_http_requests_total',
      'bagrun_http_request_duration_seconds_bucket',
      'bagrun_database_pool_connections',
      'bagrun_database_pool_waiting',
    ]
    const named = [rules, read('grafana-dashboard.json')].flatMap((text) => text.match(/\bbagrun_\w+/g) ?? [])
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !ours.includes(name))).toEqual([])
    const kinds = [...rules.matchAll(/kind="([\w-]+)"/g)].map(([, kind]) => kind)
    expect(kinds.filter((kind) => !(ALERT_KINDS as readonly (string | undefined)[]).includes(kind))).toEqual([])
  })

  test('Every alert says in words what is wrong and what to do', () => {
    const alerts = rules.split('- alert: ').slice(1)
    expect(alerts.length).toBeGreaterThan(15)
    expect(alerts.filter((alert) => !/summary: .{10}[^]+description: [^]{30}/.test(alert))).toEqual([])
  })
})
