import type { Ctx } from '../../ctx.ts'
import type { Category } from './text-rules.ts'

/** A text that a person wrote, and its path, such as `user_inputs.prompt`. */
export interface TextField {
  path: string
  text: string
  /** Where the text holds words that its reader may not see: what the reader wrote of it. */
  typed?: readonly { path: string; text: string }[]
  /** May say what the site's own policy allows; else what `general` does. */
  mayBeAdult?: boolean
}

export interface TextFinding {
  path: string
  text: string
  category: Category
  rule: string
  /** As the person wrote them. */
  words: readonly string[]
  /** Each of the words alone would be allowed. */
  together: boolean
}

/**
 * `adult`: only where the policy allows it: may be public, marked and behind the age question. `review`: may
 * be delivered, but not made public before an admin's decision.
 */
export interface ImageVerdict {
  decision: 'allow' | 'adult' | 'review' | 'refuse'
  score: number
  /** What the check saw of the picture, in base64, where it says so. */
  features?: string
}

/** A further check is one more object of these shapes in `TEXT_CHECKS` or `IMAGE_CHECKS`; the strictest verdict counts. */
export interface TextCheck {
  id: string
  check(ctx: Ctx, fields: readonly TextField[]): Promise<TextFinding[]>
}
export interface ImageCheck {
  /** Names the check and its thresholds: a verdict under another name is out of date. */
  name(config: Ctx['config']): string
  check(
    ctx: Ctx,
    bytes: Uint8Array,
    how: { signal?: AbortSignal; mayBeAdult?: boolean },
  ): Promise<ImageVerdict>
}
