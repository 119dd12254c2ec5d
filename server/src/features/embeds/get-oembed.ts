import { creatorPath } from '@vignette/contract/creator-path.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { escapeHtml } from '../../platform/http/html-page.ts'
import { findWorkflow } from './find-workflow.ts'
import { frameSize, workflowIn } from './rules.ts'

const SITE = 'Vignette'

interface GetOembed {
  url: string
  maxwidth?: number | undefined
  maxheight?: number | undefined
}

/** What a program that builds link previews shows for a recipe's address (oembed.com, 1.0). */
export async function getOembed(ctx: Ctx, want: GetOembed) {
  const id = workflowIn(want.url, ctx.origin)
  const recipe = id === undefined ? undefined : await findWorkflow(ctx, id)
  if (!recipe) throw new AppError('not_found', 'No recipe of this site is at this address.')
  const { width, height } = frameSize(want)
  const { sample } = recipe
  const small = sample?.preview_url
  return {
    version: '1.0',
    type: 'rich',
    provider_name: SITE,
    provider_url: ctx.origin,
    title: recipe.name,
    author_name: `@${recipe.creator_handle}`,
    author_url: `${ctx.origin}${creatorPath(recipe.creator_handle)}`,
    ...(small && sample.width && sample.height
      ? {
          thumbnail_url: new URL(small, ctx.origin).href,
          thumbnail_width: sample.width,
          thumbnail_height: sample.height,
        }
      : {}),
    html: `<iframe src="${escapeHtml(`${ctx.origin}/embed/${recipe.id}`)}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" title="${escapeHtml(recipe.name)}"></iframe>`,
    width,
    height,
  }
}
