import { EMAIL } from '#domain/emails.ts'
import { type Setting, settingBounds, SETTINGS } from '#domain/settings.ts'
import { CHECKOUT_MODES, GST_BASES } from '#domain/money-words.ts'
import { STATES_OF_AUSTRALIA } from '#domain/words.ts'

type Json = Record<string, unknown>

/** Lists each key with the type of its value and its default (api.md, "Settings"). */
export function settingsInWords(): string {
  return Object.entries(SETTINGS)
    .map(([key, { about, default: usual }]) => `\`${key}\`: ${about} Default: ${JSON.stringify(usual)}.`)
    .join('\n\n')
}

/** The value that PUT accepts, one for each key; null resets it to the default. */
export function settingValue(): Json {
  const byKey = Object.entries(SETTINGS).map(([key, setting]) => ({
    title: key,
    description: setting.about,
    ...kindOf(setting),
    default: setting.default,
  }))
  return {
    description: 'By the key of the path, the schema of that title; null goes back to the default.',
    anyOf: [...byKey, { title: 'back to the default', type: 'null' }],
  }
}

/** A setting in an answer: its key determines the type of the value. */
export function settingAnswer(): Json {
  const oneOf = Object.entries(SETTINGS).map(([key, setting]) => {
    const value = { ...kindOf(setting), default: setting.default }
    const { min, max } = settingBounds(setting)
    const properties = {
      key: { const: key },
      value: { description: setting.about, ...value },
      isDefault: { type: 'boolean' },
      default: { description: 'What holds while nobody has changed it.', const: setting.default },
      kind: { const: setting.kind },
      about: { const: setting.about },
      min: { description: 'The least, or a text’s shortest length.', const: min },
      max: { description: 'The most, or a text’s longest length.', const: max },
      version: { type: 'integer', minimum: 0 },
    }
    return { type: 'object', title: key, properties, required: Object.keys(properties), additionalProperties: false }
  })
  return { oneOf }
}

function kindOf(setting: Setting): Json {
  const { min, max } = settingBounds(setting)
  switch (setting.kind) {
    case 'flag':
      return { type: 'boolean' }
    case 'whole':
      return { type: 'integer', minimum: min, maximum: max }
    case 'money':
      return { type: ['number', 'null'], minimum: min, maximum: max, multipleOf: 0.01 }
    case 'text':
    case 'mailSubject':
      return { type: 'string', minLength: min, maxLength: max, pattern: '^[^\\r\\n]*$' }
    case 'lines':
    case 'document':
      return { type: 'string', minLength: min, maxLength: max }
    case 'mailText':
      return { type: 'string', minLength: min, maxLength: max, examples: [setting.default] }
    case 'email':
      return { type: 'string', maxLength: max, pattern: `^$|${EMAIL.source}` }
    case 'phone':
      return { type: 'string', maxLength: max, examples: ['02 9999 1234'] }
    case 'state':
      return { type: 'string', enum: STATES_OF_AUSTRALIA }
    case 'bsb':
      return { type: 'string', pattern: '^(\\d{3}-?\\d{3})?$' }
    case 'account':
      return { type: 'string', pattern: '^(\\d{6,10})?$' }
    case 'bankUser':
      return { type: 'string', pattern: '^(\\d{6})?$' }
    case 'bankCode':
      return { type: 'string', pattern: '^([A-Z]{3})?$' }
    case 'timeZone':
      return { type: 'string', examples: ['Australia/Sydney'] }
    case 'abn':
      return { type: 'string', pattern: '^(\\s*(\\d\\s*){11})?$' }
    case 'day':
      return { type: 'string', pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' }
    case 'gstBasis':
      return { type: 'string', enum: GST_BASES }
    case 'checkoutMode':
      return { type: 'string', enum: CHECKOUT_MODES }
    case 'place':
      return { type: 'string', examples: ['', '-33.8688, 151.2093'] }
    case 'time':
    case 'cutoff':
    case 'putOut':
      return { type: 'string', examples: [setting.default] }
  }
}
