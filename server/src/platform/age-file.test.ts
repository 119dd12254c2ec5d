import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { AgeError, decryptAge, encryptAge } from './age-file.ts'

const PHRASE = 'a phrase that the operator keeps'
const KB64 = 64 * 1024

function* cutUp(bytes: Buffer, by: number) {
  for (let at = 0; at < bytes.length; at += by) yield bytes.subarray(at, at + by)
}
const seal = (bytes: Buffer, by = 1000) => buffer(encryptAge(PHRASE, cutUp(bytes, by), 8))
const open = (bytes: Buffer, by = 1000, phrase = PHRASE) =>
  buffer(decryptAge(phrase, cutUp(bytes, by)))

test.each([0, 1, KB64 - 1, KB64, KB64 + 1, 2 * KB64, 3 * KB64 + 7])(
  '%i bytes are what they were, however they come',
  async (length) => {
    const plain = randomBytes(length)
    for (const by of [777, 200_000])
      expect((await open(await seal(plain, by), by)).equals(plain)).toBe(true)
  },
)

test('a file that was changed, cut or lengthened, or has another passphrase, is refused', async () => {
  const plain = randomBytes(2 * KB64)
  const sealed = await seal(plain)
  await expect(open(sealed, 5000, 'another phrase')).rejects.toThrow('another one')
  for (const at of [10, 40, 80, 130, 170, 200, 5000, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(open(changed)).rejects.toThrow(AgeError)
  }
  const piece = KB64 + 16
  const whole = [
    sealed.length - 1,
    sealed.length - 16,
    sealed.length - piece,
    sealed.length - 2 * piece,
    100,
    0,
  ]
  for (const length of whole)
    await expect(open(sealed.subarray(0, length))).rejects.toThrow(AgeError)
  await expect(open(Buffer.concat([sealed, sealed.subarray(-40)]))).rejects.toThrow(AgeError)
  await expect(open(randomBytes(10_000))).rejects.toThrow(AgeError)
})

// The program asks for the passphrase on a terminal, which `script` of util-linux plays.
const hasAge = spawnSync('age', ['--version']).status === 0

test.skipIf(!hasAge)('the program age opens what is written here', async () => {
  const plain = randomBytes(3 * KB64 + 5)
  const { mkdtempSync, writeFileSync, readFileSync, rmSync } = await import('node:fs')
  const folder = mkdtempSync('/tmp/vignette-age-')
  try {
    writeFileSync(`${folder}/in.age`, await seal(plain))
    const ran = spawnSync(
      'script',
      ['-qec', `age -d -o ${folder}/out ${folder}/in.age`, '/dev/null'],
      {
        input: `${PHRASE}\n`,
      },
    )
    expect(ran.stdout.toString()).not.toContain('error')
    expect(readFileSync(`${folder}/out`).equals(plain)).toBe(true)
    writeFileSync(`${folder}/plain`, plain)
    spawnSync('script', ['-qec', `age -p -o ${folder}/theirs.age ${folder}/plain`, '/dev/null'], {
      input: `${PHRASE}\n${PHRASE}\n`,
    })
    expect((await open(readFileSync(`${folder}/theirs.age`))).equals(plain)).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
