import { readFileSync } from 'node:fs'
import { providerView } from '@vignette/contract/app.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createProviderRegistry } from './registry.ts'
import { createVendorProviders, listTrustedOrigins, VENDORS, vendorVariables } from './vendors.ts'

const absent = z.object(vendorVariables).parse({ LOCAL: 'false' })

test('without any variable each provider is listed under its vendor’s id and names a variable of its own', async () => {
  const list = createProviderRegistry(await createVendorProviders(absent)).list()
  expect(list.map(({ id }) => id)).toEqual(VENDORS.map(({ id }) => id))
  for (const [index, { missing }] of list.entries()) {
    const [variable = ''] = missing?.split(' ') ?? []
    expect(Object.keys(VENDORS[index]?.env ?? {})).toContain(variable)
  }
  expect(z.array(providerView).parse(JSON.parse(JSON.stringify(list)))).toEqual(list)
})

test('no variable belongs to two vendors', () => {
  const variables = VENDORS.flatMap(({ env }) => Object.keys(env))
  expect(variables.sort()).toEqual(Object.keys(vendorVariables).sort())
})

test('a key makes its provider available and appears in no answer', async () => {
  const env = z
    .object(vendorVariables)
    .parse({ LOCAL: 'false', FAL_KEY: 'secret-1', COMFYUI_URL: 'http://10.0.0.5:8188/x' })
  const registry = createProviderRegistry(await createVendorProviders(env))
  const available = registry.list().filter((each) => each.available)
  expect(available.map(({ id }) => id)).toEqual(['fal', 'comfyui'])
  expect(JSON.stringify(registry.list())).not.toContain('secret-1')
  await registry.close()
  expect(listTrustedOrigins(env)).toEqual(['http://10.0.0.5:8188'])
  expect(listTrustedOrigins(absent)).toEqual([])
})

test.each(VENDORS)('docs/providers.md has a row with the variables of $id', ({ id, env }) => {
  const page = readFileSync(new URL('../../../../docs/providers.md', import.meta.url), 'utf8')
  const names = Object.keys(env).map((name) => `\`${name}\``)
  expect(page).toContain(`| \`${id}\` | ${names.join(', ')} |`)
})
