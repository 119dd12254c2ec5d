export { sweepEvents } from './sweep-events.ts'
