import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type * as C2pa from '@contentauth/c2pa-wasm'
import { fileTypeFromBuffer } from 'file-type'
import {
  type IngredientFile,
  MANIFEST_HEAD,
  MOST_SIGNED_BYTES,
  type Signed,
  type SigningKey,
  type SignRequest,
} from './messages.ts'

/** More of other people's manifests than this in one file helps nobody: then they are only named. */
const MOST_MANIFEST_BYTES = 1024 * 1024
const TIME_STAMP_LIMIT_MS = 5_000
const TIME_STAMP_BYTES = 12_000

/** The file with its manifest, which names what it was made of: the last change of a file's bytes. */
export async function signFile(request: SignRequest): Promise<Signed> {
  const signed = await signWith(request, request.ingredients)
  if (signed.bytes.length - request.bytes.length < MOST_MANIFEST_BYTES) return signed
  return signWith(
    request,
    request.ingredients.map(({ label, title, relationship }) => ({ label, title, relationship })),
  )
}

async function signWith(
  { bytes, contentType, manifest, key, timeStampUrl }: SignRequest,
  ingredients: readonly (Omit<IngredientFile, 'bytes'> & Partial<IngredientFile>)[],
): Promise<Signed> {
  const { WasmBuilder } = await openLibrary()
  const builder = WasmBuilder.fromJson(JSON.stringify(manifest), SETTINGS)
  try {
    for (const { bytes: file, ...named } of ingredients) {
      const about = JSON.stringify(named)
      const format = file && (await fileTypeFromBuffer(file))?.mime
      if (file && format) await builder.addIngredientFromBlob(about, format, new SyncBlob(file))
      else builder.addIngredient(about)
    }
    let stamped = false
    const signer = openSigner(key, timeStampUrl, () => {
      stamped = true
    })
    const signed = await builder.sign(await signer, [], contentType, new SyncBlob(bytes))
    return { bytes: signed, stamped }
  } finally {
    builder.free()
  }
}

/** Whether the file came with a manifest, of whatever signer. */
export async function holdsManifest(path: string, contentType: string): Promise<boolean> {
  if (!(await mentionsManifest(path))) return false
  const bytes = await readFile(path)
  const { WasmReader } = await openLibrary()
  try {
    const reader = await WasmReader.fromBytes(contentType, bytes, SETTINGS)
    const found = reader.activeLabel() !== undefined
    reader.free()
    return found
  } catch {
    return false
  }
}

/** Searches without holding the file, since almost none has a manifest. */
async function mentionsManifest(path: string): Promise<boolean> {
  const { size } = await stat(path)
  if (size > MOST_SIGNED_BYTES) return false
  let end = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const seen = Buffer.concat([end, chunk as Buffer])
    if (seen.includes(MANIFEST_HEAD)) return true
    end = seen.subarray(-MANIFEST_HEAD.length)
  }
  return false
}

// Thumbnails would weigh more than all the rest; no list of revoked keys is asked from here.
const SETTINGS = JSON.stringify({
  builder: { thumbnail: { enabled: false } },
  verify: { ocsp_fetch: false, remote_manifest_fetch: false },
})

let library: Promise<typeof C2pa> | undefined

/** Loaded by the first file, since most children never sign one. */
function openLibrary(): Promise<typeof C2pa> {
  library ??= (async () => {
    const loaded = await import('@contentauth/c2pa-wasm')
    const wasm = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))
    Object.assign(globalThis, { FileReaderSync: SyncReader })
    await loaded.default({ module_or_path: await readFile(wasm) })
    return loaded
  })()
  return library
}

/** The library reads by a browser's synchronous reader, which Node does not have. */
class SyncBlob extends Blob {
  readonly whole: Uint8Array

  constructor(whole: Uint8Array) {
    super([])
    this.whole = whole
    Object.defineProperty(this, 'size', { value: whole.length })
  }

  override slice(from = 0, to = this.whole.length): SyncBlob {
    return new SyncBlob(this.whole.subarray(from, to))
  }
}

class SyncReader {
  readAsArrayBuffer({ whole }: SyncBlob): ArrayBuffer {
    return new Uint8Array(whole).buffer
  }
}

/** COSE's name, and Node's, of what a key signs with. */
interface Algorithm {
  alg: string
  cose: number
  hash: string | null
}

function algorithmOf(key: KeyObject): Algorithm {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'ed25519') return { alg: 'ed25519', cose: -8, hash: null }
  if (type === 'rsa-pss' || type === 'rsa') return { alg: 'ps256', cose: -37, hash: 'sha256' }
  const curve = details?.namedCurve
  if (curve === 'secp384r1') return { alg: 'es384', cose: -35, hash: 'sha384' }
  if (curve === 'prime256v1') return { alg: 'es256', cose: -7, hash: 'sha256' }
  throw new Error(`no key that signs files: ${type} ${curve ?? ''}`)
}

/** The library hands over a claim and wants a COSE signature of exactly so many bytes. */
async function openSigner(
  { chain, key: pem }: SigningKey,
  timeStampUrl: string | undefined,
  onStamped: () => void,
) {
  const { encode } = await import('cborg')
  const key = createPrivateKey(pem)
  const { alg, cose, hash } = algorithmOf(key)
  const certificates = certificatesOf(chain)
    .filter((one) => !one.checkIssued(one))
    .map(({ raw }) => new Uint8Array(raw))
  const room = timeStampUrl ? TIME_STAMP_BYTES : 0
  const reserveSize = 2_048 + room + certificates.reduce((sum, { length }) => sum + length, 0)
  const head = encode(
    new Map<number, unknown>([
      [1, cose],
      [33, certificates.length === 1 ? certificates[0] : certificates],
    ]),
  )
  const signClaim = async (claim: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
    const toSign = encode(['Signature1', head, NOTHING, claim])
    const signature = new Uint8Array(
      sign(hash, toSign, {
        key,
        dsaEncoding: 'ieee-p1363',
        ...(alg === 'ps256' && { padding: 6, saltLength: 32 }),
      }),
    )
    const countersigned = encode(['CounterSignature', head, NOTHING, encode(signature)])
    const stamp = timeStampUrl && (await fetchTimeStamp(timeStampUrl, countersigned))
    if (stamp) onStamped()
    const stamps = stamp ? { sigTst2: { tstTokens: [{ val: stamp }] } } : {}
    const write = (pad: number) =>
      Buffer.concat([
        TAGGED,
        encode([head, { ...stamps, pad: new Uint8Array(pad) }, null, signature]),
      ])
    // Beyond 255 bytes each byte of padding is one byte of the whole.
    const pad = 300 + reserveSize - write(300).length
    if (pad < 256) throw new Error('the signature is larger than its place')
    return new Uint8Array(write(pad))
  }
  return { alg, reserveSize, sign: signClaim }
}

const NOTHING = new Uint8Array(0)
/** The tag of a COSE_Sign1. */
const TAGGED = Buffer.from([0xd2])

export function certificatesOf(chain: string): X509Certificate[] {
  const blocks = chain.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return blocks.map((block) => new X509Certificate(block))
}

/** An authority's word that the signature was there at this time; undefined where it does not answer. */
async function fetchTimeStamp(url: string, signed: Uint8Array): Promise<Uint8Array | undefined> {
  const [pkijs, asn1js] = await Promise.all([import('pkijs'), import('asn1js')])
  const digest = createHash('sha256').update(signed).digest()
  const query = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: SHA_256 }),
      hashedMessage: new asn1js.OctetString({ valueHex: new Uint8Array(digest).buffer }),
    }),
    certReq: true,
  })
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: query.toSchema().toBER(),
      signal: AbortSignal.timeout(TIME_STAMP_LIMIT_MS),
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (!answer.ok || bytes.length > TIME_STAMP_BYTES - 1_000) return undefined
    const { timeStampToken } = pkijs.TimeStampResp.fromBER(bytes)
    if (!timeStampToken) return undefined
    // The token as the authority wrote it, since its signature is over these very bytes.
    const { result } = asn1js.fromBER(bytes)
    const [, token] = (result as InstanceType<typeof asn1js.Sequence>).valueBlock.value
    return token && new Uint8Array(token.valueBeforeDecodeView)
  } catch {
    return undefined
  }
}

const SHA_256 = '2.16.840.1.101.3.4.2.1'
