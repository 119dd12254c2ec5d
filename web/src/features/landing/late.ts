/**
 * One chunk, loaded once the pointer or focus comes near the form. It is one chunk because every
 * first load carries the names of all chunks.
 */
export { LivePoster } from './poster/live-poster.tsx'
export { WaitlistDialog } from './waitlist-dialog.tsx'
