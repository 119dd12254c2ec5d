import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { environment, readConfig } from './config.ts'

const secretOf = () => 'kept-in-the-data-folder-0123456789'
const read = (env: Record<string, string>) => readConfig(env, secretOf)

describe('configuration', () => {
  test('.env.example names every variable and nothing else', () => {
    const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const named = [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1])
    expect(new Set(named)).toEqual(new Set(Object.keys(environment.shape)))
    expect(named).toHaveLength(Object.keys(environment.shape).length)
  })

  test('.env.example gives each default as it is', () => {
    const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const lines = [...text.matchAll(/^([A-Z][A-Z0-9_]+)=(\S+)/gm)]
    const written = Object.fromEntries(lines.map(([, name = '', value]) => [name, value]))
    expect(environment.parse(written)).toEqual(environment.parse({}))
    const untold = Object.entries(environment.parse({}))
      .filter(([name, value]) => typeof value !== 'object' && !(name in written))
      .map(([name]) => name)
    expect(untold).toEqual(['OPERATOR_NAME'])
  })

  test('needs nothing on one’s own machine', () => {
    expect(read({})).toMatchObject({
      host: '127.0.0.1',
      payments: 'sandbox',
      signIn: 'development',
      secret: secretOf(),
    })
  })

  test.each([
    [{ PORT: 'http' }, 'The variable PORT is broken'],
    [{ PUBLIC_URL: 'https://a.example' }, 'SECRET'],
    [{ ROLE: 'web' }, 'DATABASE_URL is required where ROLE is web'],
    [
      { PROVIDER_RATE: 'fal' },
      'The variable PROVIDER_RATE is broken: must read like fal=8,openai=4',
    ],
    [{ SECRET: 'short' }, 'The variable SECRET is broken: must have at least 32 characters'],
    [{ PUBLIC_URL: 'https://a.example', SECRET: secretOf() }, 'OPERATOR_CONTACT'],
    [
      { PUBLIC_URL: 'https://a.example', SECRET: secretOf(), OPERATOR_CONTACT: 'ada@a.example' },
      'PAYMENTS=sandbox',
    ],
    [{ STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_PUBLISHABLE_KEY is required'],
    [{ STRIPE_PUBLISHABLE_KEY: 'x' }, 'Invalid publishable key format'],
    [{ GOOGLE_CLIENT_ID: 'x' }, 'belong together'],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, 'S3_BUCKET is required with S3_ENDPOINT'],
    [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'x' }, 'S3_SECRET_ACCESS_KEY belong together'],
    [{ S3_BUCKET: 'b', S3_SECRET_ACCESS_KEY: 'x' }, 'S3_SECRET_ACCESS_KEY belong together'],
  ])('refuses %j in one sentence', (env, sentence) => {
    expect(() => read(env as unknown as Record<string, string>)).toThrow(sentence)
  })

  test('offers no development sign-in to the public', () => {
    const config = read({
      PUBLIC_URL: 'https://a.example',
      SECRET: secretOf(),
      PAYMENTS: 'sandbox',
      OPERATOR_CONTACT: 'ada@a.example',
    })
    expect(config).toMatchObject({ signIn: 'none', host: '0.0.0.0', secure: true })
  })
})
