/** What the page loads once the pointer or focus is near the form: one chunk, since every first load names all chunks. */
export { LivePoster } from './poster/live-poster.tsx'
export { WaitlistDialog } from './waitlist-dialog.tsx'
