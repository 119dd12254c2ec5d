// Writes the JSON schema of a recipe from the contract, so that the editor completes and checks
// without zod in the browser. A test fails when the committed file and the contract disagree.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { recipeDocument } from '../contract/src/workflows.ts'

const file = fileURLToPath(
  new URL('../web/src/features/create/recipe-schema.json', import.meta.url),
)
writeFileSync(file, JSON.stringify(z.toJSONSchema(recipeDocument, { io: 'input' }), null, 2))
execFileSync('npx', ['biome', 'format', '--write', file])
