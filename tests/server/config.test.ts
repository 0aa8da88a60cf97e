import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

const SECRET = 's'.repeat(32)

describe('the environment', () => {
  test('with nothing set the server is for one firm on this machine', () => {
    expect(readConfig({ DATA_DIR: '/data' })).toEqual({
      port: 3000,
      host: undefined,
      drainSeconds: 0,
      dataDir: '/data',
      databaseUrl: undefined,
      publicUrl: 'http://localhost:3000',
      publicUrlGiven: false,
      pushTestOrigin: null,
      webhookHosts: [],
      mapTiles: undefined,
      smtpUrl: undefined,
      s3: undefined,
      stripe: undefined,
      oidc: undefined,
      secretKey: undefined,
      oldSecretKeys: [],
      firstAdmin: undefined,
      passwordHashKiB: 19_456,
      pageSize: 25,
      allowRegister: true,
      allowReAssignDriver: true,
      logLevel: 'info',
      trustProxy: false,
      hstsIncludeSubDomains: false,
      tls: undefined,
      backupDir: path.resolve('/data', 'backups'),
    })
  })

  test('every variable can be set', () => {
    expect(
      readConfig({
        PORT: '8080',
        HOST: '0.0.0.0',
        DATA_DIR: '/data',
        DATABASE_URL: 'postgres://u:p@db/bagrun',
        PUBLIC_URL: 'https://rounds.example/',
        SMTP_URL: 'smtps://u:p@mail.example',
        S3_ENDPOINT: 'https://s3.example',
        S3_BUCKET: 'photos',
        S3_REGION: 'ap-southeast-2',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'key',
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old',
        SECRET_KEY: SECRET,
        OLD_SECRET_KEYS: `${'a'.repeat(32)}, ${'b'.repeat(32)}`,
        ADMIN_EMAIL: 'a@b.example',
        ADMIN_PASSWORD: 'ten letters',
        PAGE_SIZE: '50',
        PASSWORD_HASH_KIB: '65536',
        ALLOW_REGISTER: 'false',
        ALLOW_RE_ASSIGN_DRIVER: '0',
        MAP_TILES: '/maps/town.pmtiles',
        LOG_LEVEL: 'WARN',
        TRUST_PROXY: '10.0.0.0/8, loopback',
        TLS_CERT: 'c.pem',
        TLS_KEY: 'k.pem',
        HSTS_INCLUDE_SUBDOMAINS: 'true',
      }),
    ).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://rounds.example',
      publicUrlGiven: true,
      s3: { region: 'ap-southeast-2', accessKeyId: 'id' },
      stripe: { secretKey: 'sk_live_1', webhookSecrets: ['whsec_new', 'whsec_old'] },
      oldSecretKeys: ['a'.repeat(32), 'b'.repeat(32)],
      firstAdmin: { email: 'a@b.example' },
      passwordHashKiB: 65_536,
      pageSize: 50,
      allowRegister: false,
      allowReAssignDriver: false,
      mapTiles: path.resolve('/maps/town.pmtiles'),
      logLevel: 'warn',
      trustProxy: '10.0.0.0/8, loopback',
      hstsIncludeSubDomains: true,
      tls: { certFile: 'c.pem', keyFile: 'k.pem' },
    })
  })

  test.each(['10.0.0.1', '10.0.0.0/8,loopback', '::1', 'fd00::/8, uniquelocal', '::ffff:10.0.0.1'])(
    'TRUST_PROXY can be %s, and the server starts with it',
    (TRUST_PROXY) => {
      const { trustProxy } = readConfig({ TRUST_PROXY })
      expect(trustProxy).toBe(TRUST_PROXY)
      expect(() => Fastify({ trustProxy })).not.toThrow()
    },
  )

  const CONTOSO = {
    OIDC_ISSUER: 'https://login.example/realm',
    OIDC_CLIENT_ID: 'bagrun',
    OIDC_CLIENT_SECRET: 'a client secret',
    OIDC_NAME: 'Contoso',
    PUBLIC_URL: 'https://rounds.example',
  }

  test('a provider for the office is set by four variables, and leads back to PUBLIC_URL', () => {
    expect(readConfig(CONTOSO).oidc).toEqual({
      issuer: 'https://login.example/realm',
      clientID: 'bagrun',
      clientSecret: 'a client secret',
      name: 'Contoso',
      redirectUri: 'https://rounds.example/login/callback',
      secondFactors: [],
      verifiedClaim: 'email_verified',
      passwordAdmin: null,
    })
    const more = { OIDC_SECOND_FACTOR: 'mfa, otp', OIDC_VERIFIED_CLAIM: 'xms_edov', OIDC_PASSWORD_ADMIN: 'a@b.example' }
    expect(readConfig({ ...CONTOSO, ...more }).oidc).toMatchObject({
      secondFactors: ['mfa', 'otp'],
      verifiedClaim: 'xms_edov',
      passwordAdmin: 'a@b.example',
    })
  })

  test.each([
    [{ OIDC_NAME: '' }, 'OIDC_NAME is missing'],
    [{ OIDC_NAME: 'C'.repeat(41) }, 'OIDC_NAME has to have at most 40'],
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL is missing'],
    [{ OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER has to be'],
    [{ OIDC_ISSUER: 'https://user@login.example' }, 'OIDC_ISSUER has to be'],
    [{ OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' }, 'your own tenant'],
    [{ OIDC_PASSWORD_ADMIN: 'the boss' }, 'OIDC_PASSWORD_ADMIN has to be an email'],
    [
      {
        OIDC_ISSUER: '',
        OIDC_CLIENT_ID: '',
        OIDC_CLIENT_SECRET: '',
        OIDC_NAME: '',
        OIDC_PASSWORD_ADMIN: 'a@b.example',
      },
      'OIDC_PASSWORD_ADMIN needs OIDC_ISSUER',
    ],
  ])('a provider that can’t be used is named: %o', (wrong, sentence) => {
    const read = () => readConfig({ ...CONTOSO, ...wrong })
    expect(read).toThrow(sentence)
    expect(read).not.toThrow('a client secret')
  })

  test('an empty value counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', SMTP_URL: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      smtpUrl: undefined,
    })
  })

  test('PAGE_SIZE falls back to 10 when it can’t be read', () => {
    expect(['many', '0', '-1', '2.5', '101'].map((PAGE_SIZE) => readConfig({ PAGE_SIZE }).pageSize)).toEqual([
      10, 10, 10, 10, 10,
    ])
  })

  test('a PostgreSQL on a Unix socket is accepted', () => {
    const DATABASE_URL = 'postgres://bagrun@/bagrun?host=%2Frun%2Fpostgresql'
    expect(readConfig({ DATABASE_URL, SECRET_KEY: SECRET }).databaseUrl).toBe(DATABASE_URL)
  })

  test('a secret may be in a file, and only in one place', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-config-'))
    const SECRET_KEY_FILE = path.join(folder, 'key')
    try {
      writeFileSync(SECRET_KEY_FILE, `${SECRET}\n`)
      expect(readConfig({ SECRET_KEY_FILE }).secretKey).toBe(SECRET)
      expect(() => readConfig({ SECRET_KEY_FILE, SECRET_KEY: SECRET })).toThrow(
        'SECRET_KEY and SECRET_KEY_FILE are both set: one is to be removed.',
      )
      expect(() => readConfig({ SMTP_URL_FILE: path.join(folder, 'none') })).toThrow(
        /^SMTP_URL_FILE: the file .* can’t be read\.$/,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('proxies are told of a stop for five seconds where there may be one', () => {
    expect(readConfig({}).drainSeconds).toBe(0)
    expect(readConfig({ TRUST_PROXY: 'loopback' }).drainSeconds).toBe(5)
    expect(readConfig({ TRUST_PROXY: 'loopback', DRAIN_SECONDS: '12' }).drainSeconds).toBe(12)
  })

  test('metrics are told where a port is given, to this machine only unless another address is named', () => {
    expect(readConfig({}).metrics).toBeUndefined()
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' })
    expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.4' }).metrics?.host).toBe('10.0.0.4')
    expect(() => readConfig({ METRICS_PORT: 'many' })).toThrow('METRICS_PORT has to be a whole number')
  })

  test('a database may have several servers', () => {
    const DATABASE_URL = 'postgres://u:p@one:5432,two:5433/bagrun?target_session_attrs=read-write'
    expect(readConfig({ DATABASE_URL, SECRET_KEY: SECRET }).databaseUrl).toBe(DATABASE_URL)
  })

  test.each([
    [{ PORT: 'x' }, 'PORT has to be a whole number from 0 to 65535.'],
    [
      { PUBLIC_URL: 'https://rounds.example', HSTS_INCLUDE_SUBDOMAINS: 'all' },
      'HSTS_INCLUDE_SUBDOMAINS has to be true or false.',
    ],
    [
      { PUBLIC_URL: 'http://rounds.example', HSTS_INCLUDE_SUBDOMAINS: 'true' },
      'HSTS_INCLUDE_SUBDOMAINS needs TLS_CERT, or a PUBLIC_URL that begins with https://.',
    ],
    [{ PORT: '70000' }, 'PORT has to be a whole number from 0 to 65535.'],
    [
      { DATABASE_URL: 'mysql://u:hush@db', SECRET_KEY: SECRET },
      'DATABASE_URL has to be an address such as postgres://user:password@host/database.',
    ],
    [
      { DATABASE_URL: 'postgres://u:hush@one,two/x?target_session_attrs=standby', SECRET_KEY: SECRET },
      'The server writes, so target_session_attrs has to be any, read-write, primary, or absent.',
    ],
    [{ DATABASE_URL: 'postgres://u:p@db/x' }, 'SECRET_KEY is missing: with DATABASE_URL it has to be set'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY has to have at least 32 characters'],
    [{ OLD_SECRET_KEYS: 'short' }, 'OLD_SECRET_KEYS has to have at least 32 characters'],
    [{ PUBLIC_URL: 'rounds.example' }, 'PUBLIC_URL has to be an address without a path'],
    [{ PUBLIC_URL: 'https://rounds.example/app' }, 'PUBLIC_URL has to be an address without a path'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL has to be an address such as smtp://user:password@host:587.'],
    [{ S3_BUCKET: 'photos' }, 'S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY are missing'],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET is missing'],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY is missing'],
    [
      { STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      'STRIPE_SECRET_KEY has to be a secret or restricted key',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'we_1' },
      'STRIPE_WEBHOOK_SECRET has to be the signing secret of the webhook',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2,whsec_3' },
      'STRIPE_WEBHOOK_SECRET has to be the signing secret of the webhook',
    ],
    [
      { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', PUBLIC_URL: 'http://rounds.example' },
      'STRIPE_SECRET_KEY is a live key, which needs a PUBLIC_URL that begins with https://',
    ],
    [{ ADMIN_EMAIL: 'a@b.example' }, 'ADMIN_PASSWORD is missing. Without one a link to choose it is mailed'],
    [{ ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL is missing'],
    [{ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL has to be an email address.'],
    [{ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD has to have 10 to 200 characters.'],
    [{ ALLOW_REGISTER: 'maybe' }, 'ALLOW_REGISTER has to be true or false.'],
    [{ ALLOW_RE_ASSIGN_DRIVER: '2' }, 'ALLOW_RE_ASSIGN_DRIVER has to be true or false.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL has to be one of debug, info, warn, error, silent.'],
    [{ TRUST_PROXY: 'everybody' }, 'TRUST_PROXY has to be true, false, or the addresses of the proxies'],
    [{ TRUST_PROXY: '999.1' }, 'TRUST_PROXY has to be true, false, or the addresses of the proxies'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY has to be true, false, or the addresses of the proxies'],
    [{ TRUST_PROXY: '10.0.0.0/0' }, 'TRUST_PROXY has to be true, false, or the addresses of the proxies'],
    [{ TRUST_PROXY: '::1::/64' }, 'TRUST_PROXY has to be true, false, or the addresses of the proxies'],
    [{ TRUST_PROXY: '10.0.0.1,' }, 'TRUST_PROXY has to be true, false, or the addresses of the proxies'],
    [{ TLS_CERT: 'c.pem' }, 'TLS_KEY is missing: TLS_CERT, TLS_KEY are set together.'],
  ])('%j stops the start with a sentence that names it', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })

  test('no message of a refused start repeats a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://u:hush@db', SECRET_KEY: SECRET })).toThrow(/^(?!.*hush)/)
    for (const [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET] of [
      ['hush', 'whsec_1'],
      ['sk_test_1', 'hush'],
      ['sk_live_hush', 'whsec_hush'],
    ] as const)
      expect(() => readConfig({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET })).toThrow(/^(?!.*hush)STRIPE/)
  })
})
