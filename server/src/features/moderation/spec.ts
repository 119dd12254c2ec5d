import type { Ctx } from '../../ctx.ts'
import type { Category } from './text-rules.ts'

/** A piece of text that a person wrote, and where: `user_inputs.prompt`. */
export interface TextField {
  path: string
  text: string
  /** What people know it by, where that is not its path. */
  name?: string
}

export interface TextFinding {
  path: string
  category: Category
  rule: string
  /** What is not allowed, in words for the person. */
  says: string
}

/** `review`: may be delivered, not be public before an admin has looked. */
export interface ImageVerdict {
  decision: 'allow' | 'review' | 'refuse'
  score: number
}

/** Another check is another object of these shapes in `checks.ts`; the strictest verdict counts. */
export interface TextCheck {
  id: string
  check(ctx: Ctx, fields: readonly TextField[]): Promise<TextFinding[]>
}
export interface ImageCheck {
  /** Names the check and its thresholds: a verdict of others counts no more. */
  name(config: Ctx['config']): string
  check(ctx: Ctx, bytes: Uint8Array, signal?: AbortSignal): Promise<ImageVerdict>
}
