import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PUBLIC_LIMITS, readConfig, readMoneyOf } from './config.ts'
import { environment } from './environment.ts'

const secretOf = () => 'kept-in-the-data-folder-0123456789'
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}
const read = (env: Record<string, string>) => readConfig(env, secretOf)

describe('configuration', () => {
  test('.env.example names every variable and no other', () => {
    const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const named = [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1])
    expect(new Set(named)).toEqual(new Set(Object.keys(environment.shape)))
    expect(named).toHaveLength(Object.keys(environment.shape).length)
  })

  test('.env.example gives each default', () => {
    const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const lines = [...text.matchAll(/^([A-Z][A-Z0-9_]+)=(\S+)/gm)]
    const written = Object.fromEntries(lines.map(([, name = '', value]) => [name, value]))
    expect(environment.parse(written)).toEqual(environment.parse({}))
    const untold = Object.entries(environment.parse({}))
      .filter(([name, value]) => typeof value !== 'object' && !(name in written))
      .map(([name]) => name)
    expect(untold).toEqual([])
  })

  test('the consumer law follows the country of the operator’s address', () => {
    const law = (OPERATOR_ADDRESS: string, more = {}) =>
      read({ OPERATOR_ADDRESS, ...more }).CONSUMER_LAW
    expect(read({}).CONSUMER_LAW).toBe('none')
    for (const last of [
      'Deutschland',
      'SPAIN',
      'Österreich',
      '1010 Wien, Austria',
      'IE',
      'Ελλάδα',
    ]) {
      expect(law(`1 Long Lane\\n${last}`)).toBe('eu')
    }
    for (const last of ['London', 'Wilmington, DE', 'Northern Ireland', 'Norway', 'IT Lane']) {
      expect(law(`1 Long Lane\\n${last}`)).toBe('none')
    }
    expect(law('Berlin\\nGermany', { CONSUMER_LAW: 'none' })).toBe('none')
    expect(read({ CURRENCY: 'eur' }).CONSUMER_LAW).toBe('eu')
    expect(read({ CURRENCY: 'gbp' }).CONSUMER_LAW).toBe('none')
  })

  test('adult content needs an age of eighteen', () => {
    expect(read({}).CONTENT_POLICY).toBe('general')
    expect(() => read({ CONTENT_POLICY: 'adult' })).toThrow('MINIMUM_AGE must be at least 18')
    expect(() => read({ CONTENT_POLICY: 'adult', MINIMUM_AGE: '17' })).toThrow('at least 18')
    expect(read({ CONTENT_POLICY: 'adult', MINIMUM_AGE: '18' }).CONTENT_POLICY).toBe('adult')
  })

  test('a variable may stand in a file that NAME_FILE names', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'vignette-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = path.join(folder, 'secret')
    writeFileSync(file, `${secretOf()}-from-a-file\n`)
    expect(read({ SECRET_FILE: file }).secret).toEqual([`${secretOf()}-from-a-file`])
    expect(() => read({ SECRET_FILE: file, SECRET: secretOf() })).toThrow('are both set')
    expect(() => read({ SMTP_URL_FILE: `${file}-not-there` })).toThrow(
      'SMTP_URL_FILE names a file that cannot be read (ENOENT).',
    )
  })

  test('a currency is one of Stripe’s with two decimals or none', () => {
    expect(read({}).CURRENCY).toBe('usd')
    expect(read({ CURRENCY: 'JPY' }).CURRENCY).toBe('jpy')
    expect(() => read({ CURRENCY: 'huf' })).toThrow(
      'The variable CURRENCY is broken: is HUF, which',
    )
    const sells = readMoneyOf(read({ CURRENCY: 'eur', CARD_FEE_PERCENT: '1.4', USD_RATE: '0.92' }))
    expect(sells()).toMatchObject({
      currency: 'eur',
      cardFee: { basisPoints: 140, fixedCents: 25 },
      usdRate: 0.92,
    })
  })

  test('a vendor that bills in dollars needs the rate, where the server sells in another currency', () => {
    const sold = { CURRENCY: 'eur', FAL_KEY: 'key' }
    expect(() => read(sold)).toThrow('USD_RATE is required where CURRENCY is eur: fal bills')
    expect(read({ ...sold, USD_RATE: '0.92' }).USD_RATE).toBe(0.92)
    expect(() => read({ USD_RATE: '0.92' })).toThrow('in dollars it is 1')
    expect(read({ FAL_KEY: 'key' }).USD_RATE).toBeUndefined()
    expect(read({ CURRENCY: 'eur', COMFYUI_URL: 'http://127.0.0.1:8188' }).CURRENCY).toBe('eur')
  })

  test('an accent that is hard to read is refused with the nearest that is not, a drawing with its fault', () => {
    expect(() => read({ SHOP_ACCENT: '#FFD400' })).toThrow(
      'the nearest colour that is not is #836b00',
    )
    expect(() => read({ SHOP_ACCENT: 'red' })).toThrow('must be a colour such as #1d55c4')
    expect(read({ SHOP_ACCENT: '#836B00' }).SHOP_ACCENT).toBe('#836b00')
    expect(() => read({ SHOP_LOGO: '<svg><g></svg>' })).toThrow('closes <svg>, which is not open')
    expect(read({ SHOP_LOGO: '<svg onload="x()"/>' }).SHOP_LOGO?.svg).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    )
    expect(() => read({ SHOP_NAME: 'two\nlines' })).toThrow('must be one line')
  })

  test('a further name of the site is a host with looks of its own, and anything else is refused', () => {
    const hosts = (value: object) => read({ SHOP_HOSTS: JSON.stringify(value) }).SHOP_HOSTS
    expect(hosts({ 'Photos.Example.org': { SHOP_NAME: 'Photos' } })).toEqual({
      'photos.example.org': { SHOP_NAME: 'Photos' },
    })
    expect(() => read({ SHOP_HOSTS: 'photos.example.org' })).toThrow('is not JSON')
    expect(() => hosts({ 'a.org/b': {} })).toThrow('names a.org/b, which is no host')
    expect(() => hosts({ 'a.org': { SHOP_ACCENT: '#ffd400' } })).toThrow('#836b00')
    expect(() => hosts({ 'a.org': { SECRET: 'x' } })).toThrow('has a fault at a.org')
  })

  test('.env.example gives each limit of a public server, and such limits are off on loopback', () => {
    const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const open = {
      PUBLIC_URL: 'https://a.example',
      SECRET: secretOf(),
      OPERATOR_CONTACT: 'ada@a.example',
      PAYMENTS: 'sandbox',
    }
    for (const [name, most] of Object.entries(PUBLIC_LIMITS)) {
      expect(text).toMatch(new RegExp(`^# ${name}=${most}(?:\\s|$)`, 'm'))
      expect(read({})).toHaveProperty(name, 0)
      expect(read({ [name]: '7' })).toHaveProperty(name, 7)
      expect(read(open)).toHaveProperty(name, most)
      expect(read({ ...open, [name]: '0' })).toHaveProperty(name, 0)
    }
  })

  test('a list of secrets is read, the newest first', () => {
    const [newer, older] = [`newer-${secretOf()}`, `older-${secretOf()}`]
    expect(read({ SECRET: `${newer}, ${older},${newer}` }).secret).toEqual([newer, older])
  })

  test("needs no variable on a developer's machine", () => {
    expect(read({})).toMatchObject({
      host: '127.0.0.1',
      payments: 'sandbox',
      signIn: 'development',
      secret: [secretOf()],
    })
  })

  test.each<[env: Record<string, string>, sentence: string]>([
    [{ PORT: 'http' }, 'The variable PORT is broken'],
    [{ PUBLIC_URL: 'https://a.example' }, 'SECRET'],
    ...[
      'https://a.example/shop',
      'https://a.example/?x=1',
      'https://a.example?',
      'https://a.example/#top',
      'https://ada:pw@a.example',
      'ftp://a.example',
      'a.example',
    ].map((PUBLIC_URL): [Record<string, string>, string] => [
      { PUBLIC_URL },
      'The variable PUBLIC_URL is broken: must be an address such as https://example.org, without',
    ]),
    ...['nonsense', 'a.example', 'javascript:alert(1)', 'ada@a.example, bob@a.example'].map(
      (OPERATOR_CONTACT): [Record<string, string>, string] => [
        { OPERATOR_CONTACT },
        'The variable OPERATOR_CONTACT is broken: must be an e-mail address, or a web address',
      ],
    ),
    // The mailer would run a program, write elsewhere, call another port, or call by way of a proxy.
    ...['sendmail=1&path=/bin/sh', 'streamTransport=1', 'port=22', 'proxy=http://10.0.0.1:1'].map(
      (query): [Record<string, string>, string] => [
        { SMTP_URL: `smtp://mail.example.org?${query}`, MAIL_FROM: 'post@example.org' },
        'The variable SMTP_URL is broken: may say no more behind its ? than tls.rejectUnauthorized,',
      ],
    ),
    ...['smtp://', 'smtp:///etc', 'smtp://?host=a', 'http://a.example', 'mail.example.org'].map(
      (SMTP_URL): [Record<string, string>, string] => [
        { SMTP_URL, MAIL_FROM: 'post@example.org' },
        'The variable SMTP_URL is broken: must begin with smtp:// or smtps://',
      ],
    ),
    ...['mail.internal', '10.0.0.5:99999', 'smtp://mail.internal:25', 'a:1, b'].map(
      (PRIVATE_HOSTS): [Record<string, string>, string] => [
        { PRIVATE_HOSTS },
        'The variable PRIVATE_HOSTS is broken: must be hosts with their ports, such as',
      ],
    ),
    [{ ROLE: 'web' }, 'DATABASE_URL is required where ROLE is web'],
    [
      { PROVIDER_RATE: 'fal' },
      'The variable PROVIDER_RATE is broken: must read like fal=8,openai=4',
    ],
    [{ SECRET: 'short' }, 'The variable SECRET is broken: must have at least 32 characters'],
    [
      { SECRET: `${secretOf()},short` },
      'SECRET is broken: must have at least 32 characters in each',
    ],
    [{ PUBLIC_URL: 'https://a.example', SECRET: secretOf() }, 'OPERATOR_CONTACT'],
    [
      { PUBLIC_URL: 'https://a.example', SECRET: secretOf(), OPERATOR_CONTACT: 'ada@a.example' },
      'PAYMENTS=sandbox',
    ],
    [
      { PUBLIC_URL: 'http://a.example', SECRET: secretOf(), PAYMENTS: 'sandbox' },
      'PUBLIC_URL must begin with https:// where it is public; ALLOW_HTTP=true',
    ],
    [
      {
        PUBLIC_URL: 'https://a.example',
        SECRET: secretOf(),
        PAYMENTS: 'sandbox',
        OPERATOR_CONTACT: 'a@a.example',
        CREATOR_ACCESS: 'open',
      },
      'CREATOR_ACCESS=open is for this machine alone',
    ],
    [{ TRUST_PROXY: '1' }, 'but TRUST_PROXY is set without PUBLIC_URL: set up GOOGLE_CLIENT_ID'],
    [{ HOST: '0.0.0.0' }, 'but HOST is 0.0.0.0, which other machines reach'],
    [{ HOST: '192.0.2.1', PUBLIC_URL: 'http://localhost:4310' }, 'but HOST is 192.0.2.1'],
    [{ HOST: '127.evil.example' }, 'but HOST is 127.evil.example'],
    [{ STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_PUBLISHABLE_KEY is required'],
    [STRIPE, 'STRIPE_CONNECT_WEBHOOK_SECRET is required for payouts by Stripe; PAYOUTS=manual'],
    [{ ...STRIPE, PAYOUTS: 'sandbox' }, 'PAYOUTS=sandbox does not go with payments by stripe'],
    [{ PAYOUTS: 'stripe' }, 'PAYOUTS=stripe does not go with payments by sandbox'],
    [{ STRIPE_PUBLISHABLE_KEY: 'x' }, 'Invalid publishable key format'],
    [{ GOOGLE_CLIENT_ID: 'x' }, 'belong together'],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, 'S3_BUCKET is required with S3_ENDPOINT'],
    [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'x' }, 'S3_SECRET_ACCESS_KEY belong together'],
    [{ S3_BUCKET: 'b', S3_SECRET_ACCESS_KEY: 'x' }, 'S3_SECRET_ACCESS_KEY belong together'],
  ])('refuses %j in one sentence', (env, sentence) => {
    expect(() => read(env)).toThrow(sentence)
  })

  test('takes PUBLIC_URL as an origin, with or without a slash, a contact of either kind, and a mail server', () => {
    for (const given of [
      'http://localhost:4310',
      'http://localhost:4310/',
      'HTTP://LOCALHOST:4310',
    ]) {
      expect(read({ PUBLIC_URL: given }).PUBLIC_URL).toBe('http://localhost:4310')
    }
    for (const given of ['post@müller.example', 'https://a.example/contact?from=shop']) {
      expect(read({ OPERATOR_CONTACT: given }).OPERATOR_CONTACT).toBe(given)
    }
    const SMTP_URL = 'smtps://a:p%40w@mail.example.org:2525?tls.rejectUnauthorized=false'
    expect(read({ SMTP_URL, MAIL_FROM: 'post@example.org' }).mail).toBe('smtp')
  })

  test('pays creators where buyers pay, or by the operator’s hand', () => {
    expect(read({}).payouts).toBe('sandbox')
    expect(read({ PAYOUTS: 'manual' }).payouts).toBe('manual')
    expect(read({ ...STRIPE, PAYOUTS: 'manual' }).payouts).toBe('manual')
    expect(read({ ...STRIPE, STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_y' }).payouts).toBe('stripe')
  })

  test('offers no development sign-in on a public address', () => {
    const config = read({
      PUBLIC_URL: 'https://a.example',
      SECRET: secretOf(),
      PAYMENTS: 'sandbox',
      OPERATOR_CONTACT: 'ada@a.example',
    })
    expect(config).toMatchObject({ signIn: 'none', host: '0.0.0.0', secure: true })
  })

  test.each([
    [{ HOST: '0.0.0.0', DEVELOPMENT_SIGN_IN: 'false' }, 'none'],
    [{ TRUST_PROXY: '1', OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'x' }, 'oidc'],
    [{ TRUST_PROXY: '1', PUBLIC_URL: 'http://localhost:4310' }, 'development'],
    [{ HOST: '::1' }, 'development'],
    [{ HOST: '127.0.0.2' }, 'development'],
  ])('%j starts with the sign-in %s', (env, signIn) => {
    expect(read(env as unknown as Record<string, string>).signIn).toBe(signIn)
  })

  test('lets everybody publish on a loopback address, and signed-in people elsewhere', () => {
    expect(read({}).CREATOR_ACCESS).toBe('open')
    expect(read({ PUBLIC_URL: 'http://localhost:4310' })).toMatchObject({
      CREATOR_ACCESS: 'open',
      host: '127.0.0.1',
    })
    const publicly = { SECRET: secretOf(), PAYMENTS: 'sandbox', OPERATOR_CONTACT: 'a@a.example' }
    const readPublic = (more: Record<string, string>) => read({ ...publicly, ...more })
    expect(readPublic({ PUBLIC_URL: 'https://a.example' }).CREATOR_ACCESS).toBe('signed-in')
    expect(
      readPublic({ PUBLIC_URL: 'https://a.example', CREATOR_ACCESS: 'approved' }),
    ).toMatchObject({
      CREATOR_ACCESS: 'approved',
    })
    expect(readPublic({ PUBLIC_URL: 'http://a.example', ALLOW_HTTP: 'true' }).secure).toBe(false)
  })
})
