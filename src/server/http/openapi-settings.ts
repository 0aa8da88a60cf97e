import { AMOUNT_MAX, LINE_MAX } from '#domain/limits.ts'
import { type Setting, SETTINGS } from '#domain/settings.ts'

type Json = Record<string, unknown>

/** Each key with what it holds and its default (api.md: "listed with its default in OpenAPI"). */
export function settingsInWords(): string {
  return Object.entries(SETTINGS)
    .map(([key, { about, default: usual }]) => `\`${key}\`: ${about} Default: ${JSON.stringify(usual)}.`)
    .join('\n\n')
}

/** What PUT takes: by the key of the path one of these; null goes back to the default. */
export function settingValue(): Json {
  const byKey = Object.entries(SETTINGS).map(([key, setting]) => ({ title: key, description: setting.about, ...kindOf(setting), default: setting.default }))
  return { description: 'By the key of the path, the schema of that title; null goes back to the default.', anyOf: [...byKey, { title: 'back to the default', type: 'null' }] }
}

/** A setting as it is answered: its key says what its value is. */
export function settingAnswer(): Json {
  const oneOf = Object.entries(SETTINGS).map(([key, setting]) => ({
    type: 'object',
    title: key,
    properties: { key: { const: key }, value: { description: setting.about, ...kindOf(setting), default: setting.default }, isDefault: { type: 'boolean' }, version: { type: 'integer', minimum: 0 } },
    required: ['key', 'value', 'isDefault', 'version'],
    additionalProperties: false,
  }))
  return { oneOf }
}

function kindOf(setting: Setting): Json {
  switch (setting.kind) {
    case 'flag':
      return { type: 'boolean' }
    case 'whole':
      return { type: 'integer', minimum: setting.min, maximum: setting.max }
    case 'money':
      return { type: ['number', 'null'], minimum: 0, maximum: AMOUNT_MAX / 100, multipleOf: 0.01 }
    case 'text':
      return { type: 'string', maxLength: LINE_MAX }
    case 'timeZone':
      return { type: 'string', examples: ['Australia/Sydney'] }
    case 'abn':
      return { type: 'string', pattern: '^(\\s*(\\d\\s*){11})?$' }
    case 'cutoff':
      return { type: 'string', examples: [setting.default] }
  }
}
