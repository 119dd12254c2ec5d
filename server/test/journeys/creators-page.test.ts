import { readFileSync } from 'node:fs'
import { recipeDocument } from '@vignette/contract/recipe-document.ts'
import type { WorkflowCheck } from '@vignette/contract/workflow-check.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { approve } from '../support/approve.ts'
import { Visitor } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const PAGE = readFileSync(new URL('../../../docs/creators.md', import.meta.url), 'utf8')
const EXAMPLES = [...PAGE.matchAll(/^```json\n([^]*?)^```/gm)].map(([, text = '']) => {
  const document = JSON.parse(text) as { name: string }
  return { name: document.name, document }
})

let app: TestApp
let creator: Visitor
beforeAll(async () => {
  app = await startTestApp({ worker: false, env: { COMFYUI_URL: 'http://127.0.0.1:9' } })
  creator = new Visitor(app.url)
  // The first call makes the visitor.
  expect((await publish(EXAMPLES[0]?.document ?? {})).status).toBe(201)
  await approve(app.ctx, creator.anonymousId)
})
afterAll(() => app.close())

const publish = (document: object) =>
  creator.call('POST', '/workflows', {
    user_id: creator.anonymousId,
    generation_time: 5,
    ...document,
  })

test('the page has examples', () => expect(EXAMPLES.length).toBeGreaterThan(3))

test.each(EXAMPLES)('“$name” is published as it stands', async ({ document }) => {
  const answer = await creator.call<WorkflowCheck>('POST', '/workflows/check', document)
  expect(answer.status).toBe(200)
  const { faults, refused, missing } = answer.body
  expect({ faults, refused, missing }).toEqual({ faults: [], refused: [], missing: [] })
  expect((await publish(document)).body).toMatchObject({ name: document.name })
})

test.each([
  ['Fields', (schema: Schema) => schema],
  ['Inputs', (schema: Schema) => schema.properties?.['inputs']?.items],
  ['Steps', (schema: Schema) => schema.properties?.['steps']?.items],
])('the table of %s names each field of the document', (title, part) => {
  const table = PAGE.split(`### ${title}\n`)[1]?.split('###')[0] ?? ''
  const named = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, field]) => field)
  const schema = part(z.toJSONSchema(recipeDocument, { io: 'input' }) as Schema)
  expect(new Set(named)).toEqual(new Set(Object.keys(schema?.properties ?? {})))
})

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
}
