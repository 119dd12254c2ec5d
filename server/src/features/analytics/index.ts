export { analyticsRoutes } from './routes.ts'
export { runSweepEvents, sweepEvents } from './sweep-events.ts'
