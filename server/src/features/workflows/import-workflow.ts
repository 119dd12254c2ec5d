import { readComfyFile } from '@vignette/contract/comfy-file.ts'
import { type ComfyImport, importComfy } from '@vignette/contract/comfy-recipe.ts'
import type { importWorkflow as route } from '@vignette/contract/import-workflow.ts'
import { recipeDocument } from '@vignette/contract/recipe-document.ts'
import { BODY } from '@vignette/contract/request-limits.ts'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findUnusable } from '../../platform/http/read-json.ts'
import { takeTurn } from '../../platform/take-turn.ts'
import { requireVisitor } from '../identity/index.ts'
import { findAccessRefusal } from './read-publishable.ts'
import { describeFault, readUnfinished } from './read-recipe.ts'

interface Wish {
  file: Uint8Array
  name?: string | undefined
  take?: string | undefined
}

/** A value of a node stands so much deeper in a recipe's document than in a file. */
const DEEPER = 4
/** Characters of a value or fault in the answer. */
const MOST_SHOWN = 500

/** Reads a file of ComfyUI into a recipe's document, by what the operator's server says of its nodes. */
export async function importWorkflow(
  ctx: Ctx,
  { file: bytes, name = '', take }: Wish,
): Promise<z.input<typeof route.answer>> {
  const creator = requireVisitor(ctx)
  const refused = findAccessRefusal(ctx, creator)
  if (refused) throw new AppError('forbidden', refused)
  const servers = (await ctx.providers.find('comfyui')?.readNodeTypes?.()) ?? []
  await takeTurn(ctx.process, ctx.caller.address)
  const file = await readComfyFile(bytes)
  if (!file) {
    throw new AppError('bad_request', 'This file holds no workflow of ComfyUI.')
  }
  const unusable = findUnusable(file, BODY.documentDepth - DEEPER)
  if (unusable) throw new AppError('bad_request', `The workflow ${unusable}.`)
  const taken =
    take === undefined ? undefined : new Set(take.split(',').filter(Boolean).map(Number))
  const reads: ComfyImport[] = []
  for (const types of servers.length > 0 ? servers : [undefined]) {
    await takeTurn(ctx.process, ctx.caller.address)
    reads.push(importComfy(file, { name, types, taken }))
  }
  // One server runs the whole graph, so the one counts that lacks least.
  const read = reads.reduce((best, one) => (lackOf(one) < lackOf(best) ? one : best))
  const { document, faults } = checkAsRecipe(ctx, read, creator.id)
  return {
    document,
    form: read.form.map(({ kind, title, value, isTaken, node }) => ({
      kind,
      title,
      value: value.slice(0, MOST_SHOWN),
      taken: isTaken,
      node,
    })),
    missing: read.missing.map((one) => ({ ...one, name: one.name.slice(0, MOST_SHOWN) })),
    faults: faults.map(({ node, message }) => ({ node, message: message.slice(0, MOST_SHOWN) })),
    asked: servers.length > 0,
  }
}

const lackOf = ({ missing, faults }: ComfyImport) => missing.length + faults.length

/** What publishing would refuse besides, such as a graph that is too large. */
function checkAsRecipe(
  ctx: Ctx,
  { document, faults }: ComfyImport,
  userId: string,
): { document: z.input<typeof recipeDocument> | null; faults: ComfyImport['faults'] } {
  if (!document) return { document, faults }
  const { cost: _, ...given } = document
  const read = readUnfinished(ctx, given, { user_id: userId })
  if (!read.ok) {
    const told = read.faults.map((fault) => ({ node: null, message: `${describeFault(fault)}.` }))
    return { document: null, faults: told }
  }
  return { document: recipeDocument.parse({ ...document, cost: read.estimate.cents }), faults }
}
