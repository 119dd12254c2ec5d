import type { Visibility } from '@vignette/contract/collection-limits.ts'

export const VISIBILITY_WORDS: Record<Visibility, string> = {
  private: 'Private',
  link: 'Secret link',
  public: 'Public',
}
