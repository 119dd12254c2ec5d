import type { License } from '@vignette/contract/recipe-limits.ts'

/** What a licence allows, in words; shown on detail, paywall and creation. A server that names no
 * licence says nothing of it. */
export const LICENSE_WORDS: Partial<Record<License, { title: string; text: string }>> = {
  personal: { title: 'Personal use', text: 'Use what you make yourself, not for business.' },
  commercial: { title: 'Commercial use', text: 'Use what you make for business as well.' },
  'cc-by': { title: 'CC BY 4.0', text: 'Anybody may use it for anything, with credit.' },
}
