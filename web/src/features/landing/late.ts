/** What the page needs after a hand came near; one chunk, since every first load carries all names. */
export { LivePoster } from './poster/live-poster.tsx'
export { WaitlistDialog } from './waitlist-dialog.tsx'
