import { recipeDocument } from '@vignette/contract/workflows.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import schema from './recipe-schema.json' with { type: 'json' }

test('the committed schema is the contract’s (else: node scripts/write-recipe-schema.ts)', () => {
  expect(schema).toEqual(z.toJSONSchema(recipeDocument, { io: 'input' }))
})
