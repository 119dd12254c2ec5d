import type { Ctx } from '../../ctx.ts'
import { type Answer, buildAnswer } from '../../platform/http/answer.ts'
import { findWorkflow } from './find-workflow.ts'
import { renderEmbed, renderGone, SOURCE } from './render-embed.ts'

const LIFE_MS = 10_000

/** The page of a frame; `source` is the query that says where its visitors come from. */
export async function getEmbed(
  ctx: Ctx,
  { id, source }: { id: string; source: string },
): Promise<{ status: number; html: string }> {
  const key = `embed ${ctx.origin} ${id}`
  const { answer } = await ctx.answers.get(key, { lifeMs: LIFE_MS }, () => render(ctx, id))
  return { status: answer.status, html: answer.body.toString().replace(SOURCE, source) }
}

async function render(ctx: Ctx, id: string): Promise<Answer> {
  const recipe = await findWorkflow(ctx, id)
  const isTestShop = ctx.gateway.testMode && !ctx.config.loopback
  const html = recipe ? renderEmbed(recipe, ctx.origin, isTestShop) : renderGone(ctx.origin)
  return buildAnswer(html, { status: recipe ? 200 : 404, type: 'text/html; charset=utf-8' })
}
