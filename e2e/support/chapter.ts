import { test } from '@playwright/test'

const LIMIT_MS = 120_000
/** The limit of a whole story: longer than all its chapters, so that it ends only a wait between chapters. */
export const STORY_LIMIT_MS = 10 * LIMIT_MS

/**
 * A part of a long story, with a limit of its own: a busy machine is slow in every part, and a limit
 * for the whole would end a story that goes on.
 */
export function chapter<T>(title: string, tell: () => Promise<T>): Promise<T> {
  return test.step(title, tell, { timeout: LIMIT_MS })
}
