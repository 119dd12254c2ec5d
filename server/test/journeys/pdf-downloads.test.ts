import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish, remixNow } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { readPdfPage } from '../support/read-pdf-page.ts'
import { createScriptedProvider, film, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const MARK = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia'

/** Pictures of noise, which a faulty reader cannot produce by chance. */
const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const
const DRAWN: Record<string, () => Sharp> = {
  sheet: () =>
    sharp({ create: { width: 2048, height: 1100, channels: 3, background: '#000', noise } }),
  clear: () =>
    sharp({ create: { width: 300, height: 2100, channels: 4, background: '#ff000080' } }),
}

let app: TestApp
let owner: Visitor
beforeAll(async () => {
  const provider = createScriptedProvider({
    start: async ({ functionType, prompt = '' }) => {
      if (functionType === 'film') return film()
      const drawn = DRAWN[prompt]
      if (!drawn) return picture('#336699', 2047, 1000)
      const bytes = await drawn().png().toBuffer()
      return { state: 'done', product: { from: 'bytes', kind: 'image', bytes } }
    },
  })
  app = await startTestApp({ env: UNLIMITED_RATES, providers: [provider] })
  owner = new Visitor(app.url)
})
afterAll(() => app.close())

async function make(prompt: string, functionType = 'draw') {
  const isFilm = functionType === 'film'
  const { id: recipe } = await publish(owner, {
    ...(isFilm && { output_type: 'mp4' }),
    steps: [{ id: 'draw', provider: 'local', function_type: functionType, prompt }],
  })
  return remixNow(owner, recipe, { public: true })
}
const download = (id: string, query: string, method = 'GET') =>
  new Visitor(app.url).fetch(`/api/v1/creations/${id}/download?${query}`, { method })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const pixelsOf = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer()

test('the PDF of a picture of 2,048 px is one page at 300 dpi, with every pixel and the mark as AI-generated', async () => {
  const { id } = await make('sheet')
  const answer = await download(id, 'format=pdf&filename=Leeds')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Leeds.pdf"')
  const page = readPdfPage(await bytesOf(answer))
  expect(page.points).toEqual([491.52, 264])
  expect(page.metadata).toContain(MARK)
  const whole = await bytesOf(await download(id, ''))
  expect((await pixelsOf(page.picture)).equals(await pixelsOf(whole))).toBe(true)
  const asked = await download(id, 'format=pdf', 'HEAD')
  expect([asked.status, asked.headers.get('content-type')]).toEqual([200, 'application/pdf'])
})

test('the PDF of a transparent picture has a white background', async () => {
  const { id } = await make('clear')
  const page = readPdfPage(await bytesOf(await download(id, 'format=pdf')))
  expect(page.points).toEqual([72, 504])
  expect(page.metadata).toContain(MARK)
  const [red = 0, green = 0, blue = 0] = await pixelsOf(page.picture)
  expect(red).toBe(255)
  expect([green, blue].every((part) => Math.abs(part - 127) <= 1)).toBe(true)
})

test.each([
  ['a smaller picture', 'small', 'draw'],
  ['a film', 'any', 'film'],
])('%s does not come as PDF', async (_what, prompt, functionType) => {
  const { id } = await make(prompt, functionType)
  const answer = await download(id, 'format=pdf')
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { code: 'validation_failed', details: [{ path: 'format' }] },
  ])
})
