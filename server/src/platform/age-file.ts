import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Files of age (age-encryption.org/v1) with a passphrase, which the program `age` of every system opens:
 * written and read as a stream, 64 kB at a time, each piece authenticated.
 */
const VERSION = 'age-encryption.org/v1'
const LABEL = 'age-encryption.org/v1/scrypt'
const CIPHER = 'chacha20-poly1305'
/** 64 MB of memory for as long as the key is derived. */
const WORK = 16
/** What age itself takes at the most. */
const MOST_WORK = 22
const CHUNK = 64 * 1024
const TAG = 16
const KEY = 16
const MOST_HEADER = 4096

export class AgeError extends Error {
  override name = 'AgeError'
}

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export async function* encryptAge(
  passphrase: string,
  plain: Bytes,
  work = WORK,
): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(KEY)
  const salt = randomBytes(16)
  const wrapped = lock(await stretch(passphrase, salt, work), Buffer.alloc(12), fileKey)
  const head = `${VERSION}\n-> scrypt ${text64(salt)} ${work}\n${text64(wrapped)}\n---`
  const nonce = randomBytes(16)
  yield Buffer.from(`${head} ${text64(macOf(fileKey, head))}\n`)
  yield nonce
  const key = derive(fileKey, nonce, 'payload')
  for await (const { chunk, at, last } of inChunks(plain, CHUNK)) {
    yield lock(key, nonceOf(at, last), chunk)
  }
}

/** Throws AgeError at the first piece that was changed, or where the end is missing. */
export async function* decryptAge(passphrase: string, sealed: Bytes): AsyncGenerator<Buffer> {
  const source = inPieces(sealed)
  const { fileKey, rest } = await readHeader(passphrase, source)
  let head = rest
  while (head.length < 16) head = Buffer.concat([head, await need(source)])
  const key = derive(fileKey, head.subarray(0, 16), 'payload')
  const body = (async function* () {
    yield head.subarray(16)
    yield* source
  })()
  for await (const { chunk, at, last } of inChunks(body, CHUNK + TAG)) {
    if (chunk.length < TAG || (at > 0 && chunk.length === TAG)) throw cut()
    yield unlock(key, nonceOf(at, last), chunk) ??
      fail('a piece of it was changed, or its end is missing')
  }
}

const fail = (why: string): never => {
  throw new AgeError(`The file cannot be opened: ${why}.`)
}
const cut = () => new AgeError('The file cannot be opened: its end is missing.')

async function readHeader(passphrase: string, source: AsyncGenerator<Buffer>) {
  let read = Buffer.alloc(0)
  let end: number
  for (;;) {
    const dashes = read.indexOf('\n---')
    end = dashes < 0 ? -1 : read.indexOf('\n', dashes + 1)
    if (end >= 0) break
    if (read.length > MOST_HEADER) fail('it is no file of age')
    read = Buffer.concat([read, await need(source)])
  }
  const pattern =
    /^age-encryption\.org\/v1\n-> scrypt ([\w+/]{22}) (\d{1,2})\n([\w+/]{43})\n--- ([\w+/]{43})$/
  const found = pattern.exec(read.subarray(0, end).toString('latin1'))
  if (!found) return fail('it is no file of age with a passphrase')
  const [head, salt = '', work = '', wrapped = '', mac = ''] = found
  if (Number(work) > MOST_WORK) return fail('its passphrase takes too much work')
  const wrapKey = await stretch(passphrase, Buffer.from(salt, 'base64'), Number(work))
  const fileKey =
    unlock(wrapKey, Buffer.alloc(12), Buffer.from(wrapped, 'base64')) ??
    fail('the passphrase is another one')
  const expected = macOf(fileKey, head.slice(0, head.lastIndexOf(' ')))
  if (!timingSafeEqual(expected, Buffer.from(mac, 'base64'))) fail('its head was changed')
  return { fileKey, rest: read.subarray(end + 1) }
}

async function* inPieces(sealed: Bytes): AsyncGenerator<Buffer> {
  for await (const piece of sealed) yield Buffer.from(piece)
}

async function need(source: AsyncGenerator<Buffer>): Promise<Buffer> {
  const next = await source.next()
  if (next.done) throw cut()
  return next.value
}

/** Equal chunks, of which the last alone may be shorter; one empty chunk of nothing. */
async function* inChunks(source: Bytes, size: number) {
  let held: Buffer[] = []
  let bytes = 0
  let at = 0
  for await (const piece of source) {
    held.push(Buffer.from(piece))
    bytes += piece.length
    // What fills a chunk exactly may be the last, which is known with the next byte alone.
    if (bytes <= size) continue
    const all = Buffer.concat(held)
    let from = 0
    for (; all.length - from > size; from += size) {
      yield { chunk: all.subarray(from, from + size), at: at++, last: false }
    }
    held = [all.subarray(from)]
    bytes = all.length - from
  }
  yield { chunk: Buffer.concat(held), at, last: true }
}

/** Eleven bytes of a counter, and one that says whether this is the last piece. */
function nonceOf(at: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(at, 5, 6)
  nonce[11] = Number(last)
  return nonce
}

function lock(key: Buffer, nonce: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function unlock(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG })
  decipher.setAuthTag(sealed.subarray(-TAG))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()])
  } catch {
    return undefined
  }
}

const derive = (fileKey: Buffer, salt: Buffer, info: string) =>
  Buffer.from(hkdfSync('sha256', fileKey, salt, info, 32))

const macOf = (fileKey: Buffer, head: string) =>
  createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(head)
    .digest()

const text64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

function stretch(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  const N = 2 ** work
  const salted = Buffer.concat([Buffer.from(LABEL), salt])
  return new Promise((done, failed) => {
    scrypt(passphrase, salted, 32, { N, r: 8, p: 1, maxmem: 1100 * N }, (error, key) =>
      error ? failed(error) : done(key),
    )
  })
}
