import type { Facts } from './kind.ts'

/** Facts of a buyer's case; neither side's words are among them. */
export interface CaseFacts extends Facts {
  recipe: string
  /** The payment's id. */
  number: string
  cents: number
  creationId: string | null
  test: boolean
  /** The reason that the buyer chose. */
  why: string
}

export const testCase = ({ test }: CaseFacts) =>
  test ? ['This was a test payment: no money moved.'] : []
