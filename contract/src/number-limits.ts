/** The time that a page of numbers covers, in days; `all` begins with the recipe's first visit or run. */
export const NUMBER_RANGES = ['7', '30', '90', '365', 'all'] as const
export type NumberRange = (typeof NUMBER_RANGES)[number]
/** More days than these are shown as months. */
export const DAYS_SHOWN_MOST = 92

/** A smaller group of people is shown as “fewer than 5”, so that no single person can be recognised. */
export const FEW_PEOPLE = 5
/** Two versions are compared once each has this many runs. */
export const COMPARED_RUNS = 30

/** What a creator may call a link; the pattern of every name in a source. */
export const SOURCE_NAME = '[a-z0-9][a-z0-9._-]{0,59}'
/** The most links of one account, on all its recipes that are not taken down. */
export const LINKS_MOST = 100

/** A browser remembers for this many days how its reader came to a recipe. */
export const CAME_FROM_DAYS = 30
