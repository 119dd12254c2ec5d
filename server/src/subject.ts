/** The subject of a notification. */
export type Subject =
  | 'workflow'
  | 'creation'
  | 'job'
  | 'request'
  | 'storefront'
  | 'collection'
  | 'setting'

/** Subjects that change what pages and lists show to every visitor. */
export const SHOWN_BY_ALL: readonly Subject[] = ['workflow', 'creation', 'storefront', 'collection']
