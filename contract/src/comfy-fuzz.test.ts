import { expect, test } from 'vitest'
import { spreadEditor } from './comfy-editor.ts'
import { isParts, readComfyFile } from './comfy-file.ts'
import { readNodeTypes } from './comfy-nodes.ts'
import { importComfy } from './comfy-recipe.ts'
import { chance, drawFixture, INFO, mutate } from './test-support/comfy-fixtures.ts'

/** `npm run test:all` plays more. */
const GRAPHS = Number(process.env['COMFY_GRAPHS'] ?? 1_000)
const types = readNodeTypes(INFO)

test(`${GRAPHS} broken files are read or refused, each within a second`, async () => {
  let made = 0
  for (let seed = 0; seed < GRAPHS; seed += 1) {
    const random = chance(seed)
    const workflow = drawFixture(seed % 64).save({
      linearData: { inputs: [[4, 'steps']], outputs: [6] },
    })
    const { prompt } = spreadEditor(workflow, types)
    const whole = seed % 3 === 0 ? workflow : seed % 3 === 1 ? prompt : { prompt, workflow }
    const bytes = new TextEncoder().encode(JSON.stringify(mutate(whole, random)))
    const began = performance.now()
    const file = await readComfyFile(bytes)
    if (!file) continue
    const read = importComfy(file, { name: 'x', types: random() < 0.5 ? types : undefined })
    const took = performance.now() - began
    expect([seed, took < 1_000]).toEqual([seed, true])
    // Without a document there is a reason, and with one there is none.
    expect([seed, read.document === null]).toEqual([seed, read.faults.length > 0])
    if (!isParts(read.document)) continue
    made += 1
    JSON.stringify(read)
  }
  expect(made).toBeGreaterThan(GRAPHS / 10)
}, 120_000)

test('the largest files take no longer', async () => {
  const many = (count: number, one: (at: number) => unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [String(at), one(at)]))
  const files: unknown[] = [
    many(2_000, (at) => ({
      class_type: at === 1_999 ? 'SaveImage' : 'CLIPTextEncode',
      inputs: { text: 'a', ...many(9, (n) => [String((at + n * 7) % 2_000), 0]) },
    })),
    many(60_000, () => ({ class_type: 'SaveImage', inputs: { images: ['1', 0] } })),
    { '1': { class_type: 'SaveImage', inputs: many(100_000, () => ['1', 0]) } },
    { '1': { class_type: 'load'.repeat(1_000_000), inputs: {} } },
    { '1': { class_type: 'SaveImage', inputs: { a: '{{'.repeat(2_000_000) } } },
    {
      nodes: Array.from({ length: 20_000 }, (_, id) => ({
        id,
        type: 'Reroute',
        inputs: [{ name: '', type: '*', link: id }],
      })),
      links: Array.from({ length: 20_000 }, (_, id) => [id, id - 1, 0, id, 0, '*']),
    },
    {
      nodes: Array.from({ length: 300 }, (_, id) => ({
        id,
        type: id < 200 ? 'GetNode' : 'KSampler',
        widgets_values: ['x'],
        inputs: Array.from({ length: 400 }, (_, at) => ({
          name: `i${at}`,
          type: '*',
          link: at % 200,
        })),
      })),
      links: Array.from({ length: 400 }, (_, id) => [id, id % 200, 0, 250, 0, '*']),
    },
  ]
  for (const [at, file] of files.entries()) {
    const bytes = new TextEncoder().encode(JSON.stringify(file))
    expect([at, bytes.length < 6_000_000]).toEqual([at, true])
    const began = performance.now()
    const read = await readComfyFile(bytes)
    const { faults } = importComfy(read ?? {}, { name: 'x', types })
    expect([at, faults.length > 0, performance.now() - began < 1_000]).toEqual([at, true, true])
  }
}, 30_000)
