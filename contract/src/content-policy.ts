/** What a site allows: `general` as it always was; `adult`, besides, sexual pictures of consenting adults. */
export const CONTENT_POLICIES = ['general', 'adult'] as const
export type ContentPolicy = (typeof CONTENT_POLICIES)[number]

/** The least MINIMUM_AGE of a site with adult content. */
export const ADULT_AGE = 18
