/** The days of a range of numbers; `all` begins with the first deed. */
export const NUMBER_RANGES = ['7', '30', '90', '365', 'all'] as const
export type NumberRange = (typeof NUMBER_RANGES)[number]

/** Groups of fewer people are told as “fewer than 5”. */
export const FEW_PEOPLE = 5
/** Runs of each version from which on two versions are compared. */
export const COMPARED_RUNS = 30

/** What a creator may call a link; the pattern of every name in a source. */
export const SOURCE_NAME = '[a-z0-9][a-z0-9._-]{0,59}'
/** Links of an account, on all its recipes that stand. */
export const LINKS_MOST = 100

/** How long a browser keeps by which way it came to a recipe. */
export const CAME_FROM_DAYS = 30
