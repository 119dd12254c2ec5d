import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MissingFile, type Storage } from '../storage.ts'

const PNG = { contentType: 'image/png' }
const MEGABYTE = 1024 * 1024

/** The requirements for every store. */
export function describeStore(name: string, open: () => Promise<Storage>): void {
  let store: Storage
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  const newKey = () => `tests/${randomUUID()}.png`
  async function keysUnder(prefix: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of store.list(prefix)) keys.push(key)
    return keys.sort()
  }

  describe(name, () => {
    test('gives back a file that was put from memory or from a stream', async () => {
      const bytes = randomBytes(1000)
      for (const body of [bytes, Readable.from([bytes.subarray(0, 10), bytes.subarray(10)])]) {
        const key = newKey()
        await store.put(key, body, PNG)
        expect(await store.read(key)).toEqual(bytes)
        expect(await buffer(await store.open(key))).toEqual(bytes)
        expect(await store.stat(key)).toMatchObject({ key, bytes: 1000 })
      }
    })

    test('keeps 12 MB in order, from memory or in uneven chunks', async () => {
      const bytes = randomBytes(12 * MEGABYTE + 7)
      const chunks = () => {
        const cuts = [0, 1, 3 * MEGABYTE, 7 * MEGABYTE + 3, bytes.length]
        return cuts.slice(1).map((end, at) => bytes.subarray(cuts[at], end))
      }
      for (const body of [bytes, Readable.from(chunks())]) {
        const key = newKey()
        await store.put(key, body, PNG)
        expect((await store.read(key)).equals(bytes)).toBe(true)
        await store.delete(key)
      }
    })

    test('gives exactly the requested range', async () => {
      const key = newKey()
      await store.put(key, Buffer.from('0123456789'), PNG)
      const part = async (start: number, end: number) =>
        String(await buffer(await store.open(key, { start, end })))
      expect(await part(0, 0)).toBe('0')
      expect(await part(3, 5)).toBe('345')
      expect(await part(9, 9)).toBe('9')
    })

    test('replaces a file as a whole', async () => {
      const key = newKey()
      await store.put(key, Buffer.from('the first and longer one'), PNG)
      await store.put(key, Buffer.from('second'), PNG)
      expect(String(await store.read(key))).toBe('second')
    })

    test('reports a missing file', async () => {
      const key = newKey()
      expect(await store.stat(key)).toBeUndefined()
      await expect(store.open(key)).rejects.toThrow(MissingFile)
      await expect(store.read(key)).rejects.toThrow(MissingFile)
    })

    test('deletes a file, also a missing one', async () => {
      const key = newKey()
      await store.put(key, Buffer.from('x'), PNG)
      await store.delete(key)
      expect(await store.stat(key)).toBeUndefined()
      await store.delete(key)
    })

    test('lists all keys with the prefix, with size and age', async () => {
      const folder = `list-${randomUUID()}`
      const keys = ['a/1.png', 'a/2.png', 'ab/3.png'].map((name) => `${folder}/${name}`)
      for (const key of keys) await store.put(key, Buffer.from('four'), PNG)
      expect(await keysUnder(`${folder}/`)).toEqual(keys)
      expect(await keysUnder(`${folder}/a/`)).toEqual(keys.slice(0, 2))
      expect(await keysUnder(`${folder}/a`)).toEqual(keys)
      expect(await keysUnder(`${folder}/none/`)).toEqual([])
      for await (const object of store.list(folder)) {
        expect(object.bytes).toBe(4)
        expect(object.modifiedAt).toBeInstanceOf(Date)
        expect(Number(object.modifiedAt)).toBeGreaterThan(Date.UTC(2024, 0))
      }
      expect(await keysUnder('')).toEqual(expect.arrayContaining(keys))
    })

    test.each([1, 9])('keeps nothing of a stream that breaks after %i MB', async (megabytes) => {
      const key = newKey()
      const breaking = Readable.from(
        (async function* () {
          for (let at = 0; at < megabytes; at++) yield randomBytes(MEGABYTE)
          throw new Error('the sender is gone')
        })(),
      )
      await expect(store.put(key, breaking, PNG)).rejects.toThrow('the sender is gone')
      expect(await store.stat(key)).toBeUndefined()
      expect(await keysUnder(key)).toEqual([])
      expect(await store.removeUnfinished(new Date(Date.now() + 60_000))).toBe(0)
    })

    test('keeps ten files that are put at once', async () => {
      const folder = `ten-${randomUUID()}`
      const keys = Array.from({ length: 10 }, (_, at) => `${folder}/${at}.png`)
      await Promise.all(keys.map((key) => store.put(key, Readable.from([Buffer.from(key)]), PNG)))
      for (const key of keys) expect(String(await store.read(key))).toBe(key)
    })

    test('is ready', async () => {
      expect(await store.isReady()).toBe(true)
    })
  })
}
