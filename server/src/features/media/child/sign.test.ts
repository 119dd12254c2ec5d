import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFilm } from '../../../../test/support/make-media.ts'
import { readManifest, readStore } from '../../../../test/support/read-manifest.ts'
import { makeSigningKey } from './make-signing-key.ts'
import type { IngredientFile, SigningKey, SignRequest } from './messages.ts'
import { holdsManifest, signFile } from './sign.ts'

const MADE = {
  action: 'c2pa.created',
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
}
const MANIFEST = {
  title: 'Boats',
  assertions: [{ label: 'c2pa.actions.v2', data: { actions: [MADE] } }],
}
const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
const draw = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#000', noise } })
const FILES = [
  ['image/png', () => draw().png().toBuffer()],
  ['image/jpeg', () => draw().jpeg().toBuffer()],
  ['image/webp', () => draw().webp().toBuffer()],
  ['video/mp4', () => makeFilm()],
] as const

let key: SigningKey
let folder: string
beforeAll(async () => {
  key = await makeSigningKey({ organisation: 'A shop', host: 'shop.example', now: new Date() })
  folder = mkdtempSync(join(tmpdir(), 'vignette-sign-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const sign = async (bytes: Uint8Array, contentType: string, more: Partial<SignRequest> = {}) =>
  (await signFile({ bytes, contentType, manifest: MANIFEST, ingredients: [], key, ...more })).bytes

describe.each(FILES)('%s', (contentType, make) => {
  test('is trusted by whoever trusts the root, valid to others, and changed by one flipped bit', async () => {
    const signed = await sign(await make(), contentType)
    expect(await readStore(contentType, signed, key.chain)).toMatchObject({
      validation_state: 'Trusted',
    })
    expect(await readStore(contentType, signed)).toMatchObject({ validation_state: 'Valid' })
    const flipped = Buffer.from(signed)
    const at = contentType === 'image/webp' ? 200 : flipped.length - 200
    flipped[at] = (flipped[at] ?? 0) ^ 1
    const read = await readStore(contentType, flipped, key.chain)
    expect(read.validation_state).toBe('Invalid')
    const codes = read.validation_results?.activeManifest?.failure.map(({ code }) => code)
    expect(codes?.join()).toMatch(/assertion\.(data|bmff)Hash\.mismatch/)
  })

  test('keeps the pixels or frames, and carries the manifest of what it was made of', async () => {
    const ingredient: IngredientFile = {
      label: 'photo',
      title: 'photo',
      relationship: 'inputTo',
      bytes: await sign(await draw().jpeg().toBuffer(), 'image/jpeg'),
    }
    const bytes = await make()
    const signed = await sign(bytes, contentType, { ingredients: [ingredient] })
    const store = await readStore(contentType, signed, key.chain)
    expect(store.validation_state).toBe('Trusted')
    expect(Object.keys(store.manifests)).toHaveLength(2)
    expect(readManifest(store).ingredients).toMatchObject([
      { title: 'photo', relationship: 'inputTo', active_manifest: expect.any(String) },
    ])
    if (contentType === 'video/mp4') return
    const pixels = (file: Uint8Array) => sharp(file).raw().toBuffer()
    expect((await pixels(signed)).equals(await pixels(bytes))).toBe(true)
  })

  test('is found to hold a manifest, and an unsigned one not', async () => {
    const path = join(folder, 'file')
    const bytes = await make()
    writeFileSync(path, bytes)
    expect(await holdsManifest(path, contentType)).toBe(false)
    writeFileSync(path, await sign(bytes, contentType))
    expect(await holdsManifest(path, contentType)).toBe(true)
  })
})

test('a file that only pretends to hold a manifest holds none', async () => {
  const path = join(folder, 'false.jpg')
  const bytes = await draw().jpeg().toBuffer()
  writeFileSync(path, Buffer.concat([bytes, Buffer.from('jumb\0\0jumdc2pa and so on')]))
  expect(await holdsManifest(path, 'image/jpeg')).toBe(false)
})

test('of more than a megabyte of other people’s manifests the file only names its sources', async () => {
  const heavy = {
    ...MANIFEST,
    assertions: [
      ...MANIFEST.assertions,
      { label: 'org.test.long', data: { text: 'x'.repeat(1_100_000) } },
    ],
  }
  const bytes = await sign(await draw().jpeg().toBuffer(), 'image/jpeg', { manifest: heavy })
  const ingredients: IngredientFile[] = [
    { label: 'a', title: 'heavy', relationship: 'inputTo', bytes },
  ]
  const store = await readStore(
    'image/png',
    await sign(await draw().png().toBuffer(), 'image/png', { ingredients }),
    key.chain,
  )
  expect(store.validation_state).toBe('Trusted')
  expect(readManifest(store).ingredients).toMatchObject([{ title: 'heavy' }])
  expect(Object.keys(store.manifests)).toHaveLength(1)
})

test.each([
  ['prime256v1', () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })],
  ['secp384r1', () => generateKeyPairSync('ec', { namedCurve: 'secp384r1' })],
  ['rsa', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ['ed25519', () => generateKeyPairSync('ed25519')],
])('an operator’s own certificate of OpenSSL signs with %s', async (name, make) => {
  const pem = make().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const at = (file: string) => join(folder, `${name}-${file}`)
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  writeFileSync(at('key.pem'), pem)
  const root = [at('root.pem'), at('root.key')] as const
  openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '99',
    '-subj',
    '/CN=R/O=Root',
    '-keyout',
    root[1],
    '-out',
    root[0],
  )
  openssl('req', '-new', '-key', at('key.pem'), '-subj', '/CN=L/O=Leaf', '-out', at('csr.pem'))
  writeFileSync(
    at('ext'),
    'keyUsage=critical,digitalSignature\nextendedKeyUsage=emailProtection\nbasicConstraints=critical,CA:FALSE\nauthorityKeyIdentifier=keyid\n',
  )
  openssl(
    'x509',
    '-req',
    '-in',
    at('csr.pem'),
    '-CA',
    root[0],
    '-CAkey',
    root[1],
    '-CAcreateserial',
    '-days',
    '90',
    '-extfile',
    at('ext'),
    '-out',
    at('leaf.pem'),
  )
  const chain = readFileSync(at('leaf.pem'), 'utf8') + readFileSync(root[0], 'utf8')
  const signed = await sign(await draw().png().toBuffer(), 'image/png', {
    key: { chain, key: pem },
  })
  const store = await readStore('image/png', signed, chain)
  expect(store.validation_results?.activeManifest?.failure).toEqual([])
  expect(store.validation_state).toBe('Trusted')
})

describe('a time-stamping authority', () => {
  const answering = async (
    answer: (query: Buffer) => Buffer,
    work: (url: string) => Promise<void>,
  ) => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        response.setHeader('content-type', 'application/timestamp-reply')
        response.end(answer(Buffer.concat(chunks)))
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    try {
      await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  test('of OpenSSL stamps the signature', async () => {
    const openssl = (...args: string[]) =>
      execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
    writeFileSync(
      join(folder, 'tsa.cnf'),
      '[req]\ndistinguished_name=dn\n[dn]\n[ext]\nbasicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping\n[tsa]\ndefault_tsa=one\n[one]\nserial=serial\ncrypto_device=builtin\nsigner_digest=sha256\ndefault_policy=1.2.3.4.1\ndigests=sha256\nordering=no\ntsa_name=no\ness_cert_id_chain=no\n',
    )
    writeFileSync(join(folder, 'serial'), '01')
    openssl(
      'req',
      '-x509',
      '-config',
      'tsa.cnf',
      '-extensions',
      'ext',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '99',
      '-subj',
      '/CN=Stamps',
      '-keyout',
      'tsa.key',
      '-out',
      'tsa.pem',
    )
    await answering(
      (query) => {
        writeFileSync(join(folder, 'query'), query)
        openssl(
          'ts',
          '-reply',
          '-config',
          'tsa.cnf',
          '-queryfile',
          'query',
          '-signer',
          'tsa.pem',
          '-inkey',
          'tsa.key',
          '-out',
          'reply',
        )
        return readFileSync(join(folder, 'reply'))
      },
      async (timeStampUrl) => {
        const bytes = await draw().png().toBuffer()
        const request = {
          bytes,
          contentType: 'image/png',
          manifest: MANIFEST,
          ingredients: [],
          key,
        }
        const signed = await signFile({ ...request, timeStampUrl })
        expect(signed.stamped).toBe(true)
        const store = await readStore('image/png', signed.bytes, key.chain)
        expect(store.validation_state).toBe('Trusted')
        const said = JSON.stringify(store.validation_results)
        expect(said).toContain('timeStamp.')
        expect(said).not.toMatch(/timeStamp\.(mismatch|malformed)/)
        expect(readManifest(store).signature_info?.time).toEqual(expect.any(String))
      },
    )
  })

  test.each([
    ['nonsense', () => Buffer.from('no stamp')],
    ['a megabyte', () => Buffer.alloc(1024 * 1024)],
    ['nothing', () => Buffer.alloc(0)],
  ])('that answers %s costs the stamp alone', async (_, answer) => {
    await answering(answer, async (timeStampUrl) => {
      const bytes = await draw().png().toBuffer()
      const request = { bytes, contentType: 'image/png', manifest: MANIFEST, ingredients: [], key }
      const signed = await signFile({ ...request, timeStampUrl })
      expect(signed.stamped).toBe(false)
      const store = await readStore('image/png', signed.bytes, key.chain)
      expect(store.validation_state).toBe('Trusted')
    })
  })
})
