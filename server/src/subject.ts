/** What a notification is about. */
export type Subject = 'workflow' | 'creation' | 'job' | 'request'

/** What pages and lists show that are the same for everybody. */
export const SHOWN_BY_ALL: readonly Subject[] = ['workflow', 'creation']
