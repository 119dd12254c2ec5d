// What a recipe's creator posts elsewhere.

export const CARD_KINDS = ['post', 'story', 'film'] as const
export type CardKind = (typeof CARD_KINDS)[number]

export const CARD_SIZES: Record<CardKind, { width: number; height: number }> = {
  post: { width: 1080, height: 1350 },
  story: { width: 1080, height: 1920 },
  film: { width: 1080, height: 1920 },
}

const SHORT = /^[0-9a-f]{12}$/

/** The short address of a recipe: the end of its id, whose beginning is a time. */
export function shortPath(workflowId: string): string {
  return `/go/${workflowId.slice(-12)}`
}

export function isShortCode(text: string): boolean {
  return SHORT.test(text)
}
