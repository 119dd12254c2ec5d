import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publish, remixNow } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, film, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

interface Listing {
  workflows: {
    name: string
    price: number
    output_type: string
    creator_handle: string
    user_id: string
  }[]
  page: number
  per_page: number
  total: number
  has_more: boolean
  next_cursor: string | null
  error: string
  code: string
}

const FILM = {
  output_type: 'mp4',
  steps: [{ id: 'draw', provider: 'local', function_type: 'film' }],
}

let app: TestApp
let ann: Visitor
let bob: Visitor
beforeAll(async () => {
  const provider = createScriptedProvider({
    start: (call) => (call.functionType === 'film' ? film() : picture()),
  })
  app = await startTestApp({ env: UNLIMITED_RATES, providers: [provider] })
  ann = new Visitor(app.url)
  bob = new Visitor(app.url)
  const { id: harbour } = await publish(ann, {
    name: 'Harbour at dusk',
    description: 'Ships are sailing home; the lanterns were lit',
  })
  await publish(ann, {
    name: 'Alpine meadow',
    price: 300,
    cost: 0,
    category: 'places',
    tags: ['Haute Montagne', '#Été', '  '],
  })
  await publish(bob, { name: "Fox's den 100% wool", price: 150 })
  await publish(bob, { name: 'The Über-Straße', description: 'Neon 東京 夜' })
  await publish(bob, { ...FILM, name: 'Waves in motion', price: 120 })
  for (const id of [harbour, harbour]) await remixNow(ann, id)
})
afterAll(() => app.close())

async function list(query: Record<string, string | number> = {}, actor = new Visitor(app.url)) {
  const words = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) words.set(key, String(value))
  return actor.call<Listing>('GET', `/workflows?${words.toString()}`)
}
const namesOf = async (query: Record<string, string | number>) => {
  const { status, body } = await list(query)
  expect([status, body.error]).toEqual([200, undefined])
  expect(body.total).toBe(body.workflows.length)
  return body.workflows.map((one) => one.name)
}
const HARBOUR = 'Harbour at dusk'
const MEADOW = 'Alpine meadow'
const FOX = "Fox's den 100% wool"
const STREET = 'The Über-Straße'
const WAVES = 'Waves in motion'

describe('sorts', () => {
  test.each([
    [{}, [WAVES, STREET, FOX, MEADOW, HARBOUR]],
    [{ sort_order: 'asc' }, [HARBOUR, MEADOW, FOX, STREET, WAVES]],
    [{ sort_by: 'price' }, [MEADOW, FOX, WAVES, STREET, HARBOUR]],
    [{ sort_by: 'price', sort_order: 'ASC' }, [HARBOUR, STREET, WAVES, FOX, MEADOW]],
    [{ sort_by: 'popular' }, [HARBOUR, WAVES, STREET, FOX, MEADOW]],
  ])('%j', async (query, wanted) => {
    expect(await namesOf(query)).toEqual(wanted)
  })
})

describe('filters', () => {
  test.each([
    [{ price: 'free' }, [STREET, HARBOUR]],
    [{ price: 'paid' }, [WAVES, FOX, MEADOW]],
    [{ output_type: 'video' }, [WAVES]],
    [{ output_type: 'mp4' }, [WAVES]],
    [{ output_type: 'webm', price: 'paid' }, [WAVES]],
    [{ output_type: 'image', price: 'paid' }, [FOX, MEADOW]],
    [{ output_type: 'video', price: 'free' }, []],
    [{ category: 'places' }, [MEADOW]],
    [{ category: 'pets' }, []],
    [{ tag: 'ete' }, [MEADOW]],
    [{ tag: '#haute montagne' }, [MEADOW]],
    [{ tag: 'montagne' }, []],
    [{ q: 'montagne', category: 'places' }, [MEADOW]],
  ])('%j', async (query, wanted) => {
    expect(await namesOf(query)).toEqual(wanted)
  })

  test('the creator filter takes a handle, with or without the at sign, or a public id', async () => {
    const { body } = await list({ q: 'harbour' })
    const {
      creator_handle: handle = '',
      user_id: id = '',
    }: Partial<(typeof body.workflows)[number]> = body.workflows[0] ?? {}
    for (const creator of [handle, `@${handle}`, id]) {
      expect(await namesOf({ creator })).toEqual([MEADOW, HARBOUR])
      expect(await namesOf({ creator, price: 'paid' })).toEqual([MEADOW])
    }
    expect(await namesOf({ creator: 'nobody-here' })).toEqual([])
  })
})

describe('finds', () => {
  test.each([
    ['harbour', [HARBOUR]],
    ['HARBOUR dusk', [HARBOUR]],
    ['dusk harb', [HARBOUR]],
    ['sail', [HARBOUR]],
    ['lantern', [HARBOUR]],
    ["fox's", [FOX]],
    ['100%', [FOX]],
    ['"alpine meadow"', [MEADOW]],
    ['über', [STREET]],
    ['straße', [STREET]],
    ['東京', [STREET]],
    ['the', [STREET]],
    ['   harbour   ', [HARBOUR]],
    ['harbour meadow', []],
    // A search reads sixteen words, and sixty letters of each; its signs may stand for many more.
    [`${'harbour '.repeat(16)}zzzz`, [HARBOUR]],
    ['㌖'.repeat(200), []],
    ['ﷺ'.repeat(200), []],
    ['%', []],
    ["'", []],
    ['🦊', []],
    ['zzzz', []],
  ])('%j', async (q, wanted) => {
    expect(await namesOf({ q })).toEqual(wanted)
  })

  test('everything without a query', async () => {
    expect(await namesOf({ q: '' })).toHaveLength(5)
    expect(await namesOf({ q: '   ' })).toHaveLength(5)
  })
})

describe('pages', () => {
  test('follow each other without a gap, each with the total', async () => {
    const seen: string[] = []
    for (const page of [1, 2, 3]) {
      const { body } = await list({ page, per_page: 2 })
      expect(body).toMatchObject({ page, per_page: 2, total: 5, has_more: page < 3 })
      seen.push(...body.workflows.map((one) => one.name))
    }
    expect(seen).toEqual([WAVES, STREET, FOX, MEADOW, HARBOUR])
  })

  test('beyond the end are empty and still give the total', async () => {
    for (const page of [4, 1_000, 5_000]) {
      const { status, body } = await list({ page, per_page: 2 })
      expect([status, body.workflows, body.total, body.has_more]).toEqual([200, [], 5, false])
    }
  })

  test('beyond 10,000 rows are refused with a sentence that names the cursor', async () => {
    const { body } = await list({ page: 834 })
    expect(body.error).toBe(
      'page: reaches the first 10,000 rows only; go on with cursor, the next_cursor of the answer before',
    )
  })

  test('continue from a cursor', async () => {
    const first = await list({ per_page: 3 })
    const { body } = await list({ per_page: 3, cursor: first.body.next_cursor ?? '' })
    expect(body.workflows.map((one) => one.name)).toEqual([MEADOW, HARBOUR])
    expect([body.page, body.has_more, body.next_cursor]).toEqual([1, false, null])
  })

  test('hold 12 rows by default and 48 at most', async () => {
    expect((await list()).body.per_page).toBe(12)
    expect((await list({ per_page: 48 })).body.per_page).toBe(48)
    expect((await list({ per_page: 100_000 })).body.per_page).toBe(48)
  })

  test.each<Record<string, string | number>>([
    { page: 0 },
    { page: -1 },
    { page: '1.5' },
    { page: 'x' },
    { page: '1e99' },
    { page: 5_001, per_page: 2 },
    { page: 1e15 },
    { cursor: 'x', page: 2 },
    { cursor: 'x' },
    { cursor: 'y'.repeat(501) },
    { per_page: 0 },
    { per_page: 'NaN' },
    { sort_by: 'password' },
    { sort_order: 'sideways' },
    { output_type: 'exe' },
    { category: 'cars' },
    { tag: '' },
    { price: 'cheap' },
    { q: 'a'.repeat(1_000) },
    { creator: 'a'.repeat(65) },
  ])(
    '%j is refused in a sentence that names it',
    async (query: Record<string, string | number>) => {
      const { status, body } = await list(query)
      expect([status, body.code]).toEqual([400, 'validation_failed'])
      expect(body.error).toContain(Object.keys(query)[0])
    },
  )
})

describe('invalid input gets a proper answer:', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.stringMatching(/^[&|!()<>:*'"\\%_ \0-]{1,40}$/),
    fc.constantFrom(
      '\0',
      'a\0b',
      '\uFFFD',
      'a:*',
      '!!!',
      'a & | b',
      "');--",
      '\\',
      '½ Ⅷ ①',
      'ﬁ ŉ İ',
    ),
  )

  test('every hostile search text or creator', async () => {
    const actor = new Visitor(app.url)
    await fc.assert(
      fc.asyncProperty(
        nasty,
        fc.constantFrom('q', 'creator', 'page', 'sort_by'),
        async (text, key) => {
          const { status, body } = await list({ [key]: text }, actor)
          expect([200, 400]).toContain(status)
          if (status === 200) expect(body.total).toBe(body.workflows.length)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('malformed ids, and addresses that are no text', async () => {
    const paths = ['/workflows/%00', '/workflows/x', `/workflows/${'-'.repeat(36)}`]
    for (const path of [...paths, ...paths.map((one) => `${one}/creations`), '/creations/%00']) {
      const { status } = await new Visitor(app.url).call('GET', path)
      expect([path, [400, 404].includes(status)]).toEqual([path, true])
    }
    for (const path of [
      '/workflows?q=%',
      '/workflows?q=%ff',
      '/workflows?q[]=a',
      '/workflows?q=a&q=b',
    ]) {
      const { status } = await new Visitor(app.url).call('GET', path)
      expect([path, [200, 400].includes(status)]).toEqual([path, true])
    }
  })
})
